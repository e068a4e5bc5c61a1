export const shells = ['bash', 'zsh', 'fish'] as const

const programs = 'svc-emulator svc svc-worker'

/**
 * Script that asks a command, through yargs, for completions. yargs answers in the format of the shell in `SHELL`, so
 * the script sets it. Without an answer the shell offers files.
 */
export function completionScript(shell: (typeof shells)[number]): string {
  return scripts[shell]
}

const scripts = {
  // Works with the bash 3.2 of macOS, which has no `mapfile`. Names are compared and quoted, never evaluated. bash divides
  // words at `:` and `=`: they are joined for the command, and the part in front is left out of what is inserted.
  bash: `# Completion of ${programs} for bash. In ~/.bashrc: eval "$(svc-emulator completion bash)"
_svc_completion() {
  local n=0 i glue= part line quote words=("\${COMP_WORDS[0]}")
  for ((i = 1; i <= COMP_CWORD; i++)); do
    part=\${COMP_WORDS[i]}
    if [[ $n -gt 0 && ( -n $glue || $part == [:=] ) ]]; then words[n]+=$part; else words[++n]=$part; fi
    if [[ $part == [:=] ]]; then glue=1; else glue=; fi
  done
  part=\${COMP_WORDS[COMP_CWORD]}
  [[ $part == [:=] ]] && part=
  local front=\${words[n]%"$part"}
  case $part in [\\'\\"]*) quote=\${part:0:1} part=\${part:1} ;; *) part=\${part//\\\\/} ;; esac
  words[n]=$front$part
  COMPREPLY=()
  while IFS= read -r line; do
    line=\${line//\\\\:/:}
    [[ $line == "\${words[n]}"* ]] || continue
    line=\${line#"$front"}
    case $quote in
      \\') [[ $line == *\\'* ]] || COMPREPLY+=("$line") ;;
      \\") [[ $line == *[\\$\\\`\\"\\\\!]* ]] || COMPREPLY+=("$line") ;;
      *) COMPREPLY+=("$(printf %q "$line")") ;;
    esac
  done < <(SHELL=bash "$1" --get-yargs-completions "\${words[@]}" 2>/dev/null)
}
complete -o bashdefault -o default -F _svc_completion ${programs}
`,
  // Works evaluated in ~/.zshrc and as a file of `fpath`.
  zsh: `#compdef ${programs}
# Completion of ${programs} for zsh. In ~/.zshrc, after compinit: eval "$(svc-emulator completion zsh)"
_svc_completion() {
  local -a reply
  reply=("\${(@f)$(SHELL=zsh "$words[1]" --get-yargs-completions "\${(@Q)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$reply[1]" ]]; then _describe values reply; else _default; fi
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then _svc_completion "$@"
else compdef _svc_completion ${programs}
fi
`,
  fish: `# Completion of ${programs} for fish. In config.fish: svc-emulator completion fish | source
function _svc_word
  string unescape -- (commandline -ct); or string replace -r -- '^["\\']' '' (commandline -ct)
end
for program in ${programs}
  complete -c $program -a "(SHELL=fish $program --get-yargs-completions (commandline -opc) (_svc_word) 2>/dev/null)"
end
`,
}
