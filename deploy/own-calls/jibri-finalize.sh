#!/usr/bin/env bash
# Sends recordings of Jibri to Minutebook (docs/operate/own-calls.md). Jibri runs it with the folder of a finished recording;
# a timer runs it with the folder of all recordings, for those that could not be sent then.
# Settings in /etc/minutebook/jibri.conf: MINUTEBOOK_URL, MINUTEBOOK_KEY, and DELETE_SENT=yes to delete what became a recap.
# Beside a file `x.mp4` it keeps `x.mp4.upload`, the id of an upload under way, and then `x.mp4.sent`; with DELETE_SENT
# `x.mp4.failed` if it became none.
# Needs curl, jq, flock and GNU date, as in Debian and Ubuntu.
set -euo pipefail
umask 077
# shellcheck disable=SC1090
. "${MINUTEBOOK_CONF:-/etc/minutebook/jibri.conf}"
uploads="${MINUTEBOOK_URL%/}/api/v1/recordings/upload"
# Seconds before another try. Jibri records nothing else meanwhile.
read -ra waits <<<"${RETRY_SECONDS:-5 30}"

given="${1%/}"
all="$given"
for file in "$given"/*.mp4; do [ ! -e "$file" ] || all="$(dirname "$given")"; done
answer="$(mktemp -d)"
trap 'rm -rf "$answer"' EXIT

say() { echo "minutebook: $*" >&2; }

# One run at a time. Jibri cannot wait for the whole upload of another recording.
exec 9>"$all/.minutebook.lock"
flock --timeout "${waits[0]:-5}" 9 || { say "another run is under way; the timer sends what it leaves"; exit 0; }

# The key is not among the arguments, which every user of the machine can read. Prints the status.
ask() {
  rm -f "$answer"/*
  printf 'header = "X-API-KEY: %s"\n' "$MINUTEBOOK_KEY" |
    curl --silent --show-error --globoff --config - --connect-timeout 20 --speed-limit 1 --speed-time 120 \
      --header 'Tus-Resumable: 1.0.0' --dump-header "$answer/headers" --output "$answer/body" --write-out '%{http_code}' "$@" || true
}
header() { tr -d '\r' <"$answer/headers" 2>/dev/null | sed -n "s/^$1: *//Ip" | tail -n 1; }
reason() { jq -r '.message // empty' "$answer/body" 2>/dev/null || true; }
base64_of() { printf %s "$1" | base64 | tr -d '\n'; }

# The name of the room in the link, as Jitsi shows it: `WeeklyPlanning` and `weekly-planning` are two words. Whoever opens a
# room names it: at most 255 characters, as the service takes, and whole ones in every locale.
title_of() {
  local room="${1%%[?#]*}"
  room="${room%/}"
  room="${room##*/}"
  room="$(sed 's/\\//g; s/%\([0-9A-Fa-f]\{2\}\)/\\x\1/g' <<<"$room")"
  printf '%b' "$room" | tr -d '\000-\037' | tr '_+-' '   ' | sed 's/\([a-z]\)\([A-Z]\)/\1 \2/g; s/  */ /g; s/^ //; s/ $//' | jq -Rrs '.[:255]'
}

# Jibri names a file by the room and the local time of its machine.
started_of() {
  [[ "$1" =~ _([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{2})-([0-9]{2})-([0-9]{2})\.mp4$ ]] || return 0
  date -u -d "@$(date -d "${BASH_REMATCH[1]} ${BASH_REMATCH[2]}:${BASH_REMATCH[3]}:${BASH_REMATCH[4]}" +%s)" +%Y-%m-%dT%H:%M:%SZ
}

# The note of the meeting with this link that was on then, in the newest fifty notes of the person of the key.
note_of() {
  [ -n "$1" ] && [ -n "$2" ] || return 0
  [ "$(ask --header 'Content-Type: application/json' --data '{"pagination":{"page_size":50}}' \
    "${MINUTEBOOK_URL%/}/api/v1/notes")" = 200 ] || return 0
  jq -r --arg link "$1" --arg started "$2" '
    def call: ascii_downcase | sub("[?#].*"; "") | sub("/$"; "");
    def seconds: sub("\\.[0-9]+"; "") | fromdateiso8601;
    ($started | seconds) as $at
    | [.data[] | select((.call_url // "" | call) == ($link | call) and .event_start != null and .event_end != null)
      | select((.event_start | seconds) - 900 <= $at and (.event_end | seconds) + 3600 > $at)]
    | sort_by((.event_start | seconds) - $at | fabs) | .[0].id // empty' "$answer/body"
}

# Sign-ins of Jitsi name people; without them nobody is known. They go in a header, which has room for some seventy.
people_of() {
  jq -c '[.participants[]?.user? | objects | {name, email}
    | with_entries(select(.value | type == "string" and length > 0))
    | if (.email // "" | test("^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$")) then . else del(.email) end
    | select(length > 0)] | unique | until(tojson | utf8bytelength < 6000; .[:-1])' "$1" 2>/dev/null || echo '[]'
}

# Makes an upload for the file, and keeps its id.
begin() {
  local file="$1" metadata="${1%/*}/metadata.json" link title started note status fields
  link="$(jq -r '.meeting_url // empty' "$metadata" 2>/dev/null || true)"
  started="$(started_of "$file")"
  title="$(title_of "$link")"
  note="$(note_of "$link" "$started")"
  fields="filename $(base64_of "${file##*/}"),filetype $(base64_of video/mp4),participants $(base64_of "$(people_of "$metadata")")"
  fields+=",title $(base64_of "${title:-${file##*/}}")"
  [ -z "$started" ] || fields+=",started_at $(base64_of "$started")"
  status="$(create "$file" "$fields${note:+,note_id $(base64_of "$note")}")"
  # The person may see the note without having been invited.
  case "$status" in 4??) [ -z "$note" ] || status="$(create "$file" "$fields")" ;; esac
  [ "$status" = 201 ] || { say "$file: $status $(reason)"; return 1; }
  header Location | grep -o '[A-Za-z0-9_-]*$' >"$file.upload"
}
create() {
  ask --request POST --header "Upload-Length: $(stat -c %s "$1")" --header "Upload-Metadata: $2" "$uploads/tus"
}

# Continues where it was cut off. The service knows an upload that is complete, also if its last answer was lost.
continue_upload() {
  local file="$1" id offset size status
  id="$(cat "$file.upload")"
  size="$(stat -c %s "$file")"
  status="$(ask --head "$uploads/tus/$id")"
  offset="$(header Upload-Offset)"
  if [ "$status" = 200 ] && [ "${offset:-0}" -lt "$size" ]; then
    status="$(ask --request PATCH --header 'Content-Type: application/offset+octet-stream' --header "Upload-Offset: $offset" \
      --header 'Expect:' --continue-at "$offset" --upload-file "$file" "$uploads/tus/$id")"
    [ "$status" = 204 ] || { say "$file: $status $(reason)"; return 1; }
  fi
  status="$(ask "$uploads/$id")"
  case "$status" in
    200) mv "$file.upload" "$file.sent" ;;
    # It has expired: the next try begins again.
    404) rm "$file.upload"; return 1 ;;
    *) say "$file: $status $(reason)"; return 1 ;;
  esac
}

send() {
  local wait
  for wait in 0 "${waits[@]}"; do
    sleep "$wait"
    { [ -s "$1.upload" ] || begin "$1"; } && continue_upload "$1" && return
  done
  say "$1 is not sent yet; it stays here"
  return 1
}

# That it has arrived is not enough: a file of which no recap could be made is deleted there.
delete_if_made() {
  local file="$1" folder="${1%/*}" status made=""
  [ -e "$file.failed" ] && return
  status="$(ask "$uploads/$(cat "$file.sent")")"
  [ "$status" != 200 ] || made="$(jq -r '.upload.status' "$answer/body")"
  case "$status $made" in
    "200 SUCCESS")
      rm -f "$file" "$file.sent"
      for file in "$folder"/*.mp4; do [ ! -e "$file" ] || return 0; done
      rm -f "$folder/metadata.json"
      rmdir --ignore-fail-on-non-empty "$folder"
      ;;
    "200 PENDING") ;;
    "200 FAILED" | "404 ")
      say "$file: no recap was made of it: $(jq -r '.upload.failure_reason // .message' "$answer/body"); it stays here"
      touch "$file.failed"
      ;;
    *) say "$file: $status $(reason)"; return 1 ;;
  esac
}

# A recording whose call still goes on has no metadata yet.
failed=0
for folder in "$given" "$all"/*/; do
  folder="${folder%/}"
  [ "$folder" = "$given" ] || [ -e "$folder/metadata.json" ] || continue
  for file in "$folder"/*.mp4; do
    [ -s "$file" ] && [ ! -L "$file" ] || continue
    if [ ! -e "$file.sent" ]; then send "$file" || { failed=1; continue; }; fi
    [ "${DELETE_SENT:-no}" != yes ] || delete_if_made "$file" || failed=1
  done
done
exit "$failed"
