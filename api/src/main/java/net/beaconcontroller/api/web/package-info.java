/**
 * The API with which an application appears on the web: pages, and the documentation of its REST resources, which
 * Jakarta REST annotations define.
 */
@NullMarked
package net.beaconcontroller.api.web;

import org.jspecify.annotations.NullMarked;
