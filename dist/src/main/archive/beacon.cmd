@echo off
rem Runs Beacon on Windows, with the JDK 25 of JAVA_HOME or the java of PATH. Not tested.
setlocal
set "home=%~dp0"
if "%home:~-1%"=="\" set "home=%home:~0,-1%"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
"%java%" -XX:+UseSerialGC -Xms24m -XX:NewSize=12m -XX:MaxNewSize=16m -XX:SurvivorRatio=2 -XX:MetaspaceSize=64m ^
    --enable-native-access=ALL-UNNAMED --add-exports=java.base/sun.nio.ch=ALL-UNNAMED ^
    -Djdk.tls.rejectClientInitiatedRenegotiation=true %BEACON_JAVA_OPTS% "-Dbeacon.home=%home%" ^
    -cp "%home%\lib\*;%home%\tools\*" net.beaconcontroller.cli.Main %*
exit /b %errorlevel%
