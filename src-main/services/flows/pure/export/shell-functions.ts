/** The beginning of every script: nothing is left behind, and nothing goes on after a failure. */
export const prelude = `work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf '%s\\n' "$1" >&2
  exit 1
}`;

/** Functions of a script by name; a script gets those that it calls, and each may call earlier ones. */
export const shellFunctions: Readonly<Record<string, string>> = {
  hex_bytes: `# The bytes of a text, one in hex a line.
hex_bytes() {
  printf %s "$1" | od -An -v -tx1 | tr -s ' ' '\\n' | tr a-f A-F | sed '/^$/d'
}`,
  percent_encode: `percent_encode() {
  hex_bytes "$1" | while read -r byte; do
    case $byte in
      2[DE] | 3[0-9] | 4[1-9A-F] | 5[0-9AF] | 6[1-9A-F] | 7[0-9AE]) printf "\\\\$(printf %03o "0x$byte")" ;;
      *) printf '%%%s' "$byte" ;;
    esac
  done
}`,
  form_encode: `form_encode() {
  percent_encode "$1" | sed 's/%20/+/g'
}`,
  form_decode: `form_decode() {
  printf %s "$1" | tr + ' ' | LC_ALL=C awk '{
    hex = "0123456789abcdef"
    while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      pair = tolower(substr($0, RSTART + 1, 2))
      byte = (index(hex, substr(pair, 1, 1)) - 1) * 16 + index(hex, substr(pair, 2, 1)) - 1
      printf "%s%c", substr($0, 1, RSTART - 1), byte
      $0 = substr($0, RSTART + 3)
    }
    printf "%s", $0
  }'
}`,
  base64_encode: `base64_encode() {
  printf %s "$1" | base64 | tr -d '\\n'
}`,
  base64url_encode: `base64url_encode() {
  base64_encode "$1" | tr '+/' '-_' | tr -d =
}`,
  s256: `# The PKCE challenge of a verifier: RFC 7636 section 4.2.
s256() {
  printf %s "$1" | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d '=\\n'
}`,
  upper_case: `upper_case() {
  printf %s "$1" | tr '[:lower:]' '[:upper:]'
}`,
  lower_case: `lower_case() {
  printf %s "$1" | tr '[:upper:]' '[:lower:]'
}`,
  random_text: `random_text() {
  dd if=/dev/urandom bs="$1" count=1 2>/dev/null | base64 | tr '+/' '-_' | tr -d '=\\n'
}`,
  json_member: `# A member of a JSON object: a text without escapes, a number or a word.
json_member() {
  tr -d '\\r\\n' <"$2" | sed -n \\
    -e 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"\\([^"\\\\]*\\)".*/\\1/p;t' \\
    -e 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*\\([^",}[:space:]]*\\).*/\\1/p'
}`,
  header_value: `header_value() {
  tr -d '\\r' <"$2" | awk -v name="$1" '{
    at = index($0, ":")
    if (at > 0 && tolower(substr($0, 1, at - 1)) == tolower(name)) {
      value = substr($0, at + 1)
      sub(/^[ \\t]+/, "", value)
      print value
      exit
    }
  }'
}`,
  address_value: `# A parameter of an address, in its query or its fragment.
address_value() {
  form_decode "$(printf %s "$2" | tr '?#&' '\\n\\n\\n' | sed -n "s/^$1=//p" | sed -n 1p)"
}`,
  hidden_input: `# The value of a hidden input of the page.
hidden_input() {
  tr -d '\\r\\n' <"$2" | tr '<' '\\n' | sed -n 's/^input.*name="'"$1"'".*value="\\([^"]*\\)".*/\\1/p' | sed -n 1p
}`,
  last_status: `# The status of the answer, after any interim ones.
last_status() {
  sed -n 's/^HTTP\\/[^ ]* \\([0-9]*\\).*/\\1/p' "$1" | tail -n 1
}`,
  by_hand: `by_hand() {
  printf '%s\\nThen press Enter. ' "$1" >&2
  read -r _ || true
}`,
};

/** The definitions of the functions that a text calls, with those that they call themselves. */
export function functionsFor(text: string): string {
  const names = Object.keys(shellFunctions);
  let needed = '';
  // Each may call those before it: from the last one back nothing is missed.
  for (const name of names.toReversed()) {
    const definition = shellFunctions[name] ?? '';
    if (new RegExp(`\\b${name}\\b`).test(text + needed)) needed = `${definition}\n\n${needed}`;
  }
  return needed.trimEnd();
}
