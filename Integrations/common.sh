# Functions that the scripts in this folder share. They also run in bash 3.2, which macOS has.

on_github() { [[ ${GITHUB_ACTIONS:-} == true ]]; }
on_gitlab() { [[ ${GITLAB_CI:-} == true ]]; }

# Prints a message with a remedy, in the form of the command's reports.
report() { # SEVERITY MESSAGE HINT
  local text="$2"$'\n'"hint: $3"
  if on_github; then
    text=${text//'%'/%25}
    text=${text//$'\r'/%0D}
    text=${text//$'\n'/%0A}
    printf '::%s title=trema::%s\n' "$1" "$text" >&2
  else
    printf 'trema: %s: %s\n  hint: %s\n' "$1" "$2" "$3" >&2
  fi
}

fail() { # MESSAGE HINT
  report error "$1" "$2"
  exit 1
}

require() { # TOOL...
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || fail "'$tool' is not installed" "install it on the machine that runs this job"
  done
}

# Fails if an input is neither true nor false.
require_booleans() { # INPUT...
  local input variable
  for input in "$@"; do
    variable=TREMA_$(printf '%s' "$input" | tr '[:lower:]' '[:upper:]')
    case ${!variable:-true} in
      true | false) ;;
      *) fail "'$input' must be 'true' or 'false', not '${!variable}'" "correct the input '$input' or the variable $variable" ;;
    esac
  done
}

# Adds an output to the step of the action.
output() { # NAME VALUE
  if [[ -n ${GITHUB_OUTPUT:-} ]]; then printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; fi
}

# Adds standard input to the summary of the job.
summarize() {
  if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then cat >>"$GITHUB_STEP_SUMMARY"; else cat >/dev/null; fi
}

trema=${TREMA:-trema}
# A folder of the job, so that a job can keep the reports as artifacts.
reports=${TREMA_REPORTS:-${RUNNER_TEMP:-.}/trema-reports}

# The project file, if it is not the default, with a path that does not depend on the machine.
project=${TREMA_PROJECT:-}
project=${project#"$PWD/"}
project=${project#./}
if [[ $project == trema.json ]]; then project=; fi

# Prints the name of a project's file of reports or of its comment, so that two projects in a repository have two.
project_name() { # NAME
  local suffix=${project:+-$project}
  printf '%s%s\n' "$1" "${suffix//[\/]/+}"
}

require_trema() {
  command -v "$trema" >/dev/null ||
    fail "'$trema' is not installed" "run Integrations/install first, or set TREMA to the path of the executable"
}
