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
  // Works with the bash 3.2 of macOS, which has no `mapfile`.
  bash: `# Completion of ${programs} for bash. In ~/.bashrc: eval "$(svc-emulator completion bash)"
_svc_completion() {
  local IFS=$'\\n'
  local words=$(SHELL=bash "$1" --get-yargs-completions "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null)
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _svc_completion ${programs}
`,
  // Works evaluated in ~/.zshrc and as a file of `fpath`.
  zsh: `#compdef ${programs}
# Completion of ${programs} for zsh. In ~/.zshrc, after compinit: eval "$(svc-emulator completion zsh)"
_svc_completion() {
  local -a reply
  reply=("\${(@f)$(SHELL=zsh "$words[1]" --get-yargs-completions "\${(@)words[1,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$reply[1]" ]]; then _describe values reply; else _default; fi
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then _svc_completion "$@"
else compdef _svc_completion ${programs}
fi
`,
  fish: `# Completion of ${programs} for fish. In config.fish: svc-emulator completion fish | source
for program in ${programs}
  complete -c $program -a "(SHELL=fish $program --get-yargs-completions (commandline -opc) (commandline -ct) 2>/dev/null)"
end
`,
}
