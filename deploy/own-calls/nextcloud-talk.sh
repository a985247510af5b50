#!/usr/bin/env bash
# Brings new recordings of Nextcloud Talk into the inbox of Minutebook, once each (docs/operate/own-calls.md).
# Runs on the machine of Minutebook as its user, with the files of settings of one or more people:
#   NEXTCLOUD_URL, NEXTCLOUD_USER, NEXTCLOUD_PASSWORD (an app password), INBOX (the person's folder in INBOX_DIR), and if need be
#   FOLDER (Talk/Recording), RECORDED_IN (UTC, the time zone of the recording server), SINCE (2026-01-05: older ones stay)
# In the inbox it keeps `.talk-taken`, what was taken and is still in Nextcloud, and `.talk-ready`; the inbox ignores both.
# Needs curl, jq, flock and GNU date, as in Debian and Ubuntu.
set -euo pipefail
umask 077
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

say() { echo "talk: $*" >&2; }

# Writes the answer into a file and prints the status, 000 for an answer that was cut off. The password is not among the
# arguments, which every user of the machine can read.
ask() {
  local into="$1" name="${NEXTCLOUD_USER//\\/\\\\}" password="${NEXTCLOUD_PASSWORD//\\/\\\\}" status
  shift
  status="$(printf 'user = "%s:%s"\n' "${name//\"/\\\"}" "${password//\"/\\\"}" |
    curl --silent --show-error --globoff --config - --connect-timeout 20 --speed-limit 1 --speed-time 120 \
      --output "$into" --write-out '%{http_code}' "$@")" || status=000
  echo "$status"
}

# Into REPLY.
decode() {
  local text="${1//\\/}"
  printf -v REPLY '%b' "${text//%/\\x}"
}

# The paths in a folder, as the server writes them. It may encode the folder in another way.
list() {
  local status own path
  status="$(ask "$work/body" --request PROPFIND --header 'Depth: 1' --header 'Content-Type: application/xml' \
    --data '<propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>' "$origin$1")"
  [ "$status" = 207 ] || { say "$1: $status"; return 1; }
  decode "$1"
  own="$REPLY"
  tr -d '\r\n' <"$work/body" | grep -o '<[A-Za-z0-9]*:\?href>[^<]*' | sed 's/^[^>]*>//; s/&amp;/\&/g; s|^https\?://[^/]*||' |
    while read -r path; do
      decode "$path"
      [[ "$path" != /* || "$REPLY" != "$own"?* ]] || echo "$path"
    done
}

# The name of the conversation; its folder is called by its token.
title_of() {
  local status
  status="$(ask "$work/body" --header 'OCS-APIRequest: true' --header 'Accept: application/json' \
    "${NEXTCLOUD_URL%/}/ocs/v2.php/apps/spreed/api/v4/room/$1")"
  case "$status" in
    200) jq -r '.ocs.data.displayName // "" | .[0:50]' "$work/body" | tr -d '\000-\037' | tr / - ;;
    # It was deleted, or the person has left it.
    404) ;;
    *) say "the conversation $1: $status"; return 1 ;;
  esac
}

# Prints nothing for a name without a time.
started_of() {
  [[ "$1" =~ ([0-9]{4}-[0-9]{2}-[0-9]{2})[\ T_]([0-9]{2})-([0-9]{2})-([0-9]{2}) ]] || return 0
  date -u -d "TZ=\"${RECORDED_IN:-UTC}\" ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}:${BASH_REMATCH[3]}:${BASH_REMATCH[4]}" +%Y-%m-%dT%H%M%SZ
}

# A recording has a folder in `.talk-ready` until it has gone on. It goes on once it counts as taken, and counts as taken once it
# is complete: a run that is killed loses and doubles nothing.
take() {
  local path="$1" own token name title started status
  own="$ready/$(printf %s "$path" | sha256sum | cut -c 1-32)"
  token="$(basename "$(dirname "$path")")"
  decode "${path##*/}"
  name="$REPLY"
  started="$(started_of "$name")"
  if [ -z "${SINCE:-}" ] || [ -z "$started" ] || [[ ! "$started" < "$SINCE" ]]; then
    title="$(title_of "$token")" || return 1
    title="${title#"${title%%[!. ]*}"}"
    rm -rf "$own" && mkdir "$own" && printf '%s\n' "$path" >"$own/.path" || return 1
    status="$(ask "$own/.part" "$origin$path")"
    [ "$status" = 200 ] && [ -s "$own/.part" ] || { say "$path: $status"; return 1; }
    mv "$own/.part" "$own/${started:+$started }${title:-Nextcloud Talk}.${name##*.}" || return 1
  fi
  echo "$path" >>"$taken"
}

# A file of the same name goes on when the one before has been taken from the inbox.
go_on() {
  local own file stays
  for own in "$ready"/*/; do
    [ -e "$own" ] && grep -Fxqf "$own/.path" "$taken" || continue
    stays=no
    for file in "$own"*; do
      [ -e "$file" ] || continue
      if [ -e "$INBOX/${file##*/}" ]; then stays=yes; else mv "$file" "$INBOX/" || return 1; fi
    done
    [ "$stays" = yes ] || rm -rf "$own"
  done
}

# What is no longer there, and has gone on, is forgotten. Grep ends with 1 if nothing is left.
forget() {
  cat "$ready"/*/.path >>"$work/there" 2>/dev/null
  grep -Fxf "$work/there" "$taken" >"$taken.part" || [ $? = 1 ] || return 1
  mv "$taken.part" "$taken"
}

bring() {
  local origin root ready taken path failed=0
  origin="$(printf %s "$NEXTCLOUD_URL" | sed 's|^\(https\?://[^/]*\).*|\1|')"
  root="${NEXTCLOUD_URL#"$origin"}"
  root="${root%/}/remote.php/dav/files/$(jq -rn --arg name "$NEXTCLOUD_USER" '$name | @uri')/"
  root+="$(jq -rn --arg folder "${FOLDER:-Talk/Recording}" '$folder | split("/") | map(@uri) | join("/")')/"
  ready="$INBOX/.talk-ready"
  taken="$INBOX/.talk-taken"
  mkdir -p "$ready" && touch "$taken" && exec 9>"$INBOX/.talk-lock" || return 1
  # Another run brings them.
  flock --nonblock 9 || return 0
  list "$root" >"$work/conversations" || failed=1
  : >"$work/there"
  while read -r path; do
    case "$path" in */) list "$path" >>"$work/there" || failed=1 ;; esac
  done <"$work/conversations"
  while read -r path; do
    [[ "${path,,}" =~ \.(ogg|ogv|mp4|webm|mkv)$ ]] || continue
    grep -Fxq -- "$path" "$taken" || take "$path" || failed=1
  done <"$work/there"
  go_on || failed=1
  [ "$failed" = 1 ] || forget || failed=1
  return "$failed"
}

failed=0
for settings in "$@"; do
  # In a process of its own: nothing of one person reaches the next.
  # shellcheck disable=SC1090
  (. "$settings"; bring) || { say "$settings: not everything came; the next run goes on"; failed=1; }
done
exit "$failed"
