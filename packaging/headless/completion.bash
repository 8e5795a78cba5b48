# bash completion for gatehouse
_gatehouse() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} place='' words='' word
  case $previous in
    --scripts|--state-dir|--workspace)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      return ;;
    --baseline|--case-file|--certificate|--file|--job|--only|--output|--path|--picture|--report|--target-file|--write-baseline)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return ;;
    --allow-secret|--assert|--attributes|--auth|--bins|--burst|--case|--certificate-key|--client|--client-secret|--code-field|--confirm|--contract-date|--cookie|--dates|--environment|--fail-on|--field|--fields|--filter|--flow|--format|--grant|--groups|--host|--id|--issuer|--jobs|--key|--key-alg|--key-id|--language|--method|--name|--offset|--other-host|--page-size|--pages|--parallel|--password|--path|--port|--private-key|--profile|--rate|--reason|--redirect-uri|--scope|--seed|--service|--services|--set|--spread|--target|--time|--timeout|--token|--type|--undo|--user|--weakness|--zone)
      COMPREPLY=()
      return ;;
  esac
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
      ' serve'|' open'|' workspace'|' workspace new'|' workspace export'|' workspace import'|' workspace trust'|' workspace trust list'|' workspace trust revoke'|' workspace import-product'|' workspace export-product'|' environment'|' environment list'|' environment use'|' environment none'|' setting'|' setting show'|' setting set'|' setting unset'|' setting profile'|' secret'|' secret list'|' secret set'|' secret allow'|' secret refuse'|' key'|' key rotate'|' key forget'|' fault'|' fault list'|' fault add'|' fault remove'|' client'|' client list'|' client show'|' user'|' user list'|' user unlock'|' token'|' token get'|' token list'|' token revoke'|' signing-key'|' signing-key list'|' signing-key rotate'|' attack'|' flow'|' flow list'|' flow show'|' flow run'|' sign-in'|' sign-in list'|' sign-in test'|' sign-in watch'|' sign-in import'|' sign-in sessions'|' sign-in forget'|' simulate'|' connector'|' connector list'|' connector test'|' connector schema'|' connector get'|' connector query'|' connector create'|' connector update'|' connector delete'|' connector script'|' connector walk'|' connector verify'|' import'|' import plan'|' import run'|' import resume'|' import status'|' import undo'|' template'|' template list'|' template show'|' template new'|' lint') place="$place $word" ;;
    esac
  done
  case $place in
    '') words='serve open workspace environment setting secret key fault client user token signing-key attack flow sign-in simulate connector import template lint --version --help' ;;
    ' serve') words='--workspace --state-dir --adopt-state --new-key --restricted --environment --allow-secret --services --port --any-ports --no-ui --no-seal --open --json --verbose --help' ;;
    ' open') words='--workspace --state-dir --json --print --help' ;;
    ' workspace') words='new export import trust import-product export-product --help' ;;
    ' workspace new') words='--sample --name --json --help' ;;
    ' workspace export') words='--workspace --state-dir --json --help' ;;
    ' workspace import') words='--json --help' ;;
    ' workspace trust') words='list revoke --help' ;;
    ' workspace trust list') words='--state-dir --json --help' ;;
    ' workspace trust revoke') words='--state-dir --json --help' ;;
    ' workspace import-product') words='--dry-run --all --undo --workspace --state-dir --json --help' ;;
    ' workspace export-product') words='--only --key --workspace --state-dir --json --help' ;;
    ' environment') words='list use none --help' ;;
    ' environment list') words='--workspace --state-dir --json --help' ;;
    ' environment use') words='--workspace --state-dir --json --help' ;;
    ' environment none') words='--workspace --state-dir --json --help' ;;
    ' setting') words='show set unset profile --help' ;;
    ' setting show') words='--workspace --state-dir --json --help' ;;
    ' setting set') words='--workspace --state-dir --json --help' ;;
    ' setting unset') words='--workspace --state-dir --json --help' ;;
    ' setting profile') words='--workspace --state-dir --json --help' ;;
    ' secret') words='list set allow refuse --help' ;;
    ' secret list') words='--workspace --state-dir --json --help' ;;
    ' secret set') words='--workspace --state-dir --json --help' ;;
    ' secret allow') words='--workspace --state-dir --json --help' ;;
    ' secret refuse') words='--workspace --state-dir --json --help' ;;
    ' key') words='rotate forget --help' ;;
    ' key rotate') words='--workspace --state-dir --json --help' ;;
    ' key forget') words='--workspace --state-dir --json --help' ;;
    ' fault') words='list add remove --help' ;;
    ' fault list') words='--workspace --state-dir --json --help' ;;
    ' fault add') words='--service --path --client --workspace --state-dir --json --help' ;;
    ' fault remove') words='--workspace --state-dir --json --help' ;;
    ' client') words='list show --help' ;;
    ' client list') words='--workspace --state-dir --restricted --json --help' ;;
    ' client show') words='--workspace --state-dir --restricted --json --help' ;;
    ' user') words='list unlock --help' ;;
    ' user list') words='--workspace --state-dir --restricted --json --help' ;;
    ' user unlock') words='--workspace --state-dir --restricted --json --help' ;;
    ' token') words='get list revoke --help' ;;
    ' token get') words='--client --user --target --flow --environment --scope --header --keep --issuer --client-secret --auth --private-key --key-alg --key-id --certificate --certificate-key --redirect-uri --password --token --open --workspace --state-dir --restricted --json --help' ;;
    ' token list') words='--user --client --grant --workspace --state-dir --restricted --json --help' ;;
    ' token revoke') words='--user --client --grant --token --reason --workspace --state-dir --restricted --json --help' ;;
    ' signing-key') words='list rotate --help' ;;
    ' signing-key list') words='--workspace --state-dir --restricted --json --help' ;;
    ' signing-key rotate') words='--workspace --state-dir --restricted --json --help' ;;
    ' attack') words='--profile --workspace --environment --weakness --target --target-file --state-dir --restricted --confirm --disruptive --case --case-file --report --json --help' ;;
    ' flow') words='list show run --help' ;;
    ' flow list') words='--workspace --state-dir --restricted --json --help' ;;
    ' flow show') words='--workspace --state-dir --restricted --json --help' ;;
    ' flow run') words='--target --environment --client --user --set --jobs --bail --timeout --show --report --workspace --state-dir --restricted --json --help' ;;
    ' sign-in') words='list test watch import sessions forget --help' ;;
    ' sign-in list') words='--workspace --state-dir --restricted --json --help' ;;
    ' sign-in test') words='--client --user --picture --workspace --state-dir --restricted --json --help' ;;
    ' sign-in watch') words='--client --user --name --code-field --field --add-origins --replace --dry-run --workspace --state-dir --restricted --json --help' ;;
    ' sign-in import') words='--target --user --name --code-field --field --add-origins --replace --dry-run --workspace --state-dir --restricted --json --help' ;;
    ' sign-in sessions') words='--workspace --state-dir --restricted --json --help' ;;
    ' sign-in forget') words='--user --workspace --state-dir --restricted --json --help' ;;
    ' simulate') words='--filter --assert --time --key --path --method --dates --format --hash-addresses --without-queries --drop-refused --drop-repeats --spread --state-dir --seed --bins --groups --scripts --environment --report --json --help' ;;
    ' connector') words='list test schema get query create update delete script walk verify --help' ;;
    ' connector list') words='--workspace --state-dir --restricted --json --help' ;;
    ' connector test') words='--allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector schema') words='--allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector get') words='--type --id --fields --allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector query') words='--type --filter --fields --page-size --offset --cookie --allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector create') words='--type --attributes --dry-run --confirm --allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector update') words='--type --id --attributes --dry-run --confirm --allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector delete') words='--type --id --dry-run --confirm --allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector script') words='--file --language --attributes --allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector walk') words='--type --filter --page-size --pages --allow-secret --workspace --state-dir --restricted --json --help' ;;
    ' connector verify') words='--workspace --state-dir --restricted --json --help' ;;
    ' import') words='plan run resume status undo --help' ;;
    ' import plan') words='--job --target --dates --zone --workspace --state-dir --restricted --json --help' ;;
    ' import run') words='--confirm --rate --burst --parallel --workspace --state-dir --restricted --json --help' ;;
    ' import resume') words='--rate --burst --parallel --workspace --state-dir --restricted --json --help' ;;
    ' import status') words='--workspace --state-dir --restricted --json --help' ;;
    ' import undo') words='--confirm --workspace --state-dir --restricted --json --help' ;;
    ' template') words='list show new --help' ;;
    ' template list') words='--workspace --state-dir --json --help' ;;
    ' template show') words='--workspace --state-dir --json --help' ;;
    ' template new') words='--name --set --workspace --state-dir --json --help' ;;
    ' lint') words='--contract-date --workspace --host --other-host --baseline --write-baseline --format --output --fail-on --fix --json --help' ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ ${#COMPREPLY[@]} -eq 0 && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _gatehouse gatehouse
