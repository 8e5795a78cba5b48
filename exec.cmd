@rem The scripts of package.json begin with `exec`, so that a POSIX shell hands its signals to the command.
@rem cmd.exe has no such word and finds this file instead: it runs its arguments.
@%*
