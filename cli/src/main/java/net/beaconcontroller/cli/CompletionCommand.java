package net.beaconcontroller.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that prints the completion script of shells. */
@Command(
        name = "completion",
        description = "Prints a script that completes the commands and options of beacon in bash and zsh.",
        footer = {
            "",
            "Examples:",
            "  source <(beacon completion)                           in bash",
            "  autoload -U +X bashcompinit && bashcompinit           in zsh, before the same"
        })
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .println(AutoComplete.bash("beacon", spec.root().commandLine()));
        return 0;
    }
}
