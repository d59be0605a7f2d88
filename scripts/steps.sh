# Sourced by check.sh and test.sh: runs named steps, goes on after a failure, and ends with a table
# of what each took and, below it, the lines in which a failed step names what failed. Every step
# reads nothing and has its own line, so a log can be searched; target/steps/ keeps what each printed.

steps_table=
steps_failures=
steps_count=0
steps_begun=
steps_folder=target/steps
rm -rf "$steps_folder" && mkdir -p "$steps_folder"

# step NAME COMMAND...: runs it and shows what it prints as it goes on.
step() {
	printf '\n=== %s\n' "$1"
	name_step "$1"
	shift
	run_step "$step_log" "$@" | tee "$step_log.log"
	end_step "$step_log"
}

# begin_step NAME COMMAND...: the same beside the steps that follow; join_steps shows what it printed.
begin_step() {
	name_step "$1"
	shift
	run_step "$step_log" "$@" >"$step_log.log" &
	steps_begun="$steps_begun $step_log"
}

# join_steps: waits for every step that was begun.
join_steps() {
	wait
	for step_begun in $steps_begun; do
		printf '\n=== %s\n' "$(cat "$step_begun.name")"
		cat "$step_begun.log"
		end_step "$step_begun"
	done
	steps_begun=
}

name_step() {
	steps_count=$((steps_count + 1))
	step_log=$steps_folder/$(printf '%02d' "$steps_count")
	printf '%s' "$1" >"$step_log.name"
}

# run_step LOG COMMAND...: its exit code and the seconds that it took stand beside its log.
run_step() {
	run_log=$1
	shift
	run_begun=$(date +%s)
	"$@" </dev/null 2>&1
	echo $? >"$run_log.code"
	echo $(($(date +%s) - run_begun)) >"$run_log.seconds"
}

# end_step LOG: its row in the table.
end_step() {
	step_result=ok
	if [ "$(cat "$1.code")" != 0 ]; then
		step_result=FAILED
		steps_failures="$steps_failures $1.log"
	fi
	steps_table="$steps_table$(printf '%6d s  %-6s  %s' "$(cat "$1.seconds")" "$step_result" "$(cat "$1.name")")
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
