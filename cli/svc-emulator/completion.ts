import { command } from '../shared/command.ts'
import { completionScript, shells } from './completion-script.ts'

/** `svc-emulator completion`: teaches a shell the commands and flags of the three binaries. */
export const completion = command({
  path: ['completion'],
  about: 'Print the completion script of a shell, for svc-emulator, svc and svc-worker.',
  positionals: [{ name: 'shell', choices: shells, about: 'Your shell' }],
  flags: {},
  examples: [
    ['eval "$(svc-emulator completion bash)"', 'In ~/.bashrc; with zsh, in ~/.zshrc after compinit'],
    ['svc-emulator completion fish | source', 'In ~/.config/fish/config.fish'],
  ],
  async run({ positionals: [shell] }, io) {
    io.stdout.write(completionScript(shell as (typeof shells)[number]))
    return undefined
  },
})
