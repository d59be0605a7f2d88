# Sourced by check.sh and test.sh: runs named steps, goes on after a failure, and ends with a table
# of what each took. Every step reads nothing and has its own line, so a log can be searched.

steps_table=
steps_failed=0

# step NAME COMMAND...
step() {
	step_name=$1
	shift
	printf '\n=== %s\n' "$step_name"
	step_begun=$(date +%s)
	step_result=ok
	"$@" </dev/null || {
		step_result=FAILED
		steps_failed=$((steps_failed + 1))
	}
	step_took=$(($(date +%s) - step_begun))
	steps_table="$steps_table$(printf '%6d s  %-6s  %s' "$step_took" "$step_result" "$step_name")
"
}

# The table, and the exit code of it all.
steps_end() {
	printf '\n=== time per step\n%s' "$steps_table"
	if [ "$steps_failed" -gt 0 ]; then
		printf '%d of the steps failed\n' "$steps_failed"
		exit 1
	fi
	printf 'every step passed\n'
}
