# bash completion for plytrace. `plytrace __complete` knows the candidates (viewer/commands/complete.h).
# Sets REPLY to the text of a word as it was typed, which may end within quotes.
_plytrace_unquoted() {
  local typed=$1 quote="" letter
  REPLY=""
  while [[ -n $typed ]]; do
    letter=${typed:0:1} typed=${typed:1}
    if [[ $letter == "$quote" ]]; then
      quote=""
    elif [[ -z $quote && $letter == [\'\"] ]]; then
      quote=$letter
    elif [[ $letter == \\ && ( -z $quote || ( $quote == \" && $typed == [\\\"\$\`]* ) ) ]]; then
      REPLY+=${typed:0:1} typed=${typed:1}
    else
      REPLY+=$letter
    fi
  done
}
_plytrace() {
  local rest=${COMP_LINE:0:COMP_POINT} words=() word i
  # bash has split the words at '=' and ':'. What no blank separates is one word again.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if ((i == 0)) || [[ $rest == [[:blank:]]* ]]; then words+=(""); fi
    rest=${rest#"${rest%%[![:blank:]]*}"}
    word=${COMP_WORDS[i]}
    if ((i == COMP_CWORD)); then word=$rest; fi
    words[-1]+=$word
    rest=${rest#"$word"}
  done
  # bash completes only what stands behind the last '=' or ':' of the word.
  local typed=${words[-1]} quote="" kept
  case $typed in [\"\']*) quote=${typed:0:1} ;; esac
  local REPLY
  for i in "${!words[@]}"; do
    _plytrace_unquoted "${words[i]}"
    words[i]=$REPLY
  done
  typed=${words[-1]}
  kept=""
  if [[ -z $quote && $typed == *[=:]* ]]; then kept=${typed%"${typed##*[=:]}"}; fi

  local line pattern="" files=""
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      $'\t'*) files=${line#?} ;;
      *)
        word=${line%%$'\t'*}
        word=${word#"$kept"}
        # Within quotes nothing may end them.
        if [[ -n $quote && $word == *[\'\"\\\$\`!]* ]]; then continue; fi
        case $word in */ | *= | *:) compopt -o nospace ;; esac
        if [[ -z $quote && $word == *[!][a-zA-Z0-9/.,=+:@%_~^-]* ]]; then printf -v word %q "$word"; fi
        COMPREPLY+=("$word")
        ;;
    esac
  done < <("${COMP_WORDS[0]}" __complete "${words[@]:1}" 2>/dev/null)

  local part=${typed#"$kept"}
  case $files in
    traces)
      compopt -o filenames
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X '!*.db' -- "$part"; compgen -d -- "$part")
      # A trace may have any name.
      if ((${#COMPREPLY[@]} == 0)); then mapfile -t COMPREPLY < <(compgen -f -- "$part"); fi
      ;;
    files)
      compopt -o filenames
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$part")
      ;;
    folders)
      compopt -o filenames
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$part")
      ;;
  esac
}
complete -o nosort -F _plytrace plytrace
complete -f plytrace-check
