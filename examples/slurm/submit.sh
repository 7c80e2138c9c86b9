#!/usr/bin/env bash
# Submits a job with the nodes and GPUs that gpu-rules recommends for it:
#   ./submit.sh train.sh vms=2 gpus=16 number_format=bf16
# Each NAME=VALUE is an input of the rule or a constraint. GPU_RULES_SERVER and RULE say whom to ask, and DRY_RUN=1
# prints the job instead.
set -euo pipefail

job=${1:?"say which script to submit: submit.sh SCRIPT [NAME=VALUE]..."}
shift
[[ -r $job ]] || { echo "\`$job\` can't be read" >&2; exit 1; }
url="${GPU_RULES_SERVER:-http://127.0.0.1:8000}/v1/recommendations/${RULE:-training-gpu}"

question=(--data format=slurm)
for pair in "$@"; do
  question+=(--data-urlencode "$pair")
done
if ! answer=$(curl --silent --show-error --get --fail-with-body --retry 3 "${question[@]}" "$url"); then
  grep --only-matching '"detail":"\([^"\]\|\\.\)*"' <<<"$answer" >&2 || echo "$answer" >&2
  exit 1
fi

# Only comments are taken from the answer, which `sbatch` reads and the shell does not. They go behind the first line,
# so the script's own ones come later, and count.
assembled() {
  head -n 1 "$job"
  grep '^#' <<<"$answer"
  tail -n +2 "$job"
}
if [[ ${DRY_RUN:-} ]]; then
  assembled
else
  assembled | sbatch
fi
