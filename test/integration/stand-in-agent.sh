#!/bin/sh
# A program that stands in for an agent's: it speaks the format of `claude` or `codex` (by its own name) and does what the
# model asks for: `claude:hang` hangs. FIXTURES, PLACE and REPOSITORY are written into it by the test.
program=$(basename "$0")
case "$*" in
  --version) echo "$program 9.9.9 (stand-in)"; exit 0 ;;
  --help | "exec --help") echo "--model --ephemeral --max-budget-usd"; exit 0 ;;
esac
model=good
before=
for word in "$@"; do
  case "$before" in -m | --model) model=$word ;; esac
  before=$word
done
say() { cat "FIXTURES/$program/$1.jsonl"; }
spend() {
  printf '{"type":"assistant","message":{"id":"m%s","model":"pricey","content":[],"usage":{"input_tokens":1000,"cache_read_input_tokens":0,"cache_creation_input_tokens":0,"output_tokens":100}}}\n' "$1"
}
commit() {
  git add --all
  git -c user.name=Agent -c user.email=agent@example.org commit --quiet --message "$1"
}
printf '%s' "$before" > "PLACE/task-of-$program-$model"
case "$model" in
  good) echo new > code.txt; say success ;;
  idle) say success ;;
  historian)
    {
      git log --all --reflog -p
      git for-each-ref
      git remote --verbose
      git fsck --lost-found 2>&1
      for objects in .git/objects $(cat .git/objects/info/alternates); do
        GIT_OBJECT_DIRECTORY=$objects git cat-file --batch-all-objects --batch
        [ ! -f "$objects/info/alternates" ] || cat "$objects/info/alternates"
      done
    } > "PLACE/history" 2>&1
    echo new > code.txt; say success ;;
  tests) mkdir -p tests; echo 'grep -q new code.txt' > tests/task.sh; echo new > code.txt; say success ;;
  crash) echo half > code.txt; say success | head -n 1; exit 7 ;;
  killed) echo half > code.txt; kill -9 $$ ;;
  login)
    echo '{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key · Please run /login"}'
    exit 1 ;;
  writer)
    echo new > code.txt
    echo "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"I wrote REPOSITORY/written.txt\"}]}}"
    echo mine > "REPOSITORY/written.txt"
    say success ;;
  failing) echo new > code.txt; say failure; exit 0 ;;
  malformed) echo new > code.txt; say malformed ;;
  chatty) echo new > code.txt; say chatty ;;
  commits) echo new > code.txt; commit one; echo more > more.txt; say success ;;
  branch)
    git checkout --quiet -b attempt; echo new > code.txt; commit attempt; git checkout --quiet main; say success ;;
  begins) echo new > code.txt; git init --quiet begun; echo inner > begun/inner.txt; say success ;;
  embeds)
    echo new > code.txt; git init --quiet inner; (cd inner; echo inner > inner.txt; commit inner); say success ;;
  deleter) rm -rf "$PWD"; say success ;;
  hang) say success | head -n 1; echo $$ > "PLACE/pid"; setsid sleep 600 & wait ;;
  mute) sleep 600 ;;
  slow) echo new > code.txt; while :; do say success | head -n 1; sleep 0.1; done ;;
  filler) echo new > code.txt; head -c 104857600 /dev/zero > "$TMPDIR/dump"; while :; do sleep 0.1; done ;;
  dumps) echo new > code.txt; truncate -s 101M dump.bin; say success ;;
  spender) echo new > code.txt; count=0; while :; do count=$((count + 1)); spend "$count"; sleep 0.05; done ;;
  tells)
    env | sort > env.txt
    echo "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"my key is $ANTHROPIC_API_KEY\"}]}}"
    echo "and $ANTHROPIC_API_KEY" >&2
    say success ;;
  intruder)
    git push --quiet origin HEAD:refs/heads/pushed 2> /dev/null
    echo new > code.txt
    git -C "REPOSITORY" update-ref refs/heads/intruded HEAD
    echo mine > "REPOSITORY/intruded.txt"
    say success ;;
esac
