import { usageError } from '../shared/client-error.ts'
import { command } from '../shared/command.ts'
import { shells } from '../shared/completion/shells.ts'
import { choiceText } from '../../emulator/engine/checking/problems.ts'
import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'

/** `svc-emulator completion`: teaches a shell the commands and flags of the three binaries. */
export const completion = command({
  path: ['completion'],
  about: 'Print the completion script of a shell, for svc-emulator, svc and svc-worker.',
  positionals: [{ name: shells.join('|'), about: 'The shell' }],
  flags: {},
  examples: [
    ['eval "$(svc-emulator completion bash)"', 'In ~/.bashrc; likewise with zsh in ~/.zshrc, after compinit'],
    ['svc-emulator completion fish | source', 'In ~/.config/fish/config.fish'],
  ],
  async run({ positionals: [given = ''] }, io) {
    const shell = shells.find((name) => name === given)
    if (shell === undefined)
      throw usageError(`completion takes ${choiceText(shells)}; it was '${given}'${didYouMean(given, shells)}`)
    const { printCompletion } = await import('./print-completion.ts')
    printCompletion(shell, io)
    return undefined
  },
})
