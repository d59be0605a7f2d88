# Sourced by check.sh and test.sh: runs named steps, goes on after a failure, and ends with a table
# of what each took and, below it, the lines in which a failed step names what failed. Every step
# reads nothing and has its own line, so a log can be searched; target/steps/ keeps what each printed.

steps_table=
steps_failures=
steps_count=0
steps_folder=target/steps
rm -rf "$steps_folder" && mkdir -p "$steps_folder"

# step NAME COMMAND...
step() {
	step_name=$1
	shift
	printf '\n=== %s\n' "$step_name"
	steps_count=$((steps_count + 1))
	step_log=$steps_folder/$(printf '%02d' "$steps_count")
	step_begun=$(date +%s)
	{
		"$@" </dev/null 2>&1
		echo $? >"$step_log.code"
	} | tee "$step_log.log"
	step_result=ok
	if [ "$(cat "$step_log.code")" != 0 ]; then
		step_result=FAILED
		steps_failures="$steps_failures $step_log.log"
	fi
	step_took=$(($(date +%s) - step_begun))
	steps_table="$steps_table$(printf '%6d s  %-6s  %s' "$step_took" "$step_result" "$step_name")
"
}

# The lines of one log that name a failure, without colours and at most this many.
step_failures() {
	sed 's/\x1b\[[0-9;]*m//g' "$1" |
		grep -E '^ *(FAIL|×|✗|error|Error|AssertionError|TestingLibrary|test .*FAILED|thread .*panicked)|: error' |
		sort -u | cut -c1-200 | head -n 20
}

# The table, what failed, and the exit code of it all.
steps_end() {
	printf '\n=== time per step\n%s' "$steps_table"
	if [ -n "$steps_failures" ]; then
		for step_log in $steps_failures; do
			printf '\n=== failed, in %s\n' "$step_log"
			step_failures "$step_log"
		done
		exit 1
	fi
	printf 'every step passed\n'
}
