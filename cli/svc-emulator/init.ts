import { command } from '../shared/command.ts'

/** `svc-emulator init`: files to begin with. */
export const init = command({
  path: ['init'],
  about: 'Write a scenario with comments, and a vitest test that uses it, to begin with. Nothing is overwritten.',
  positionals: [
    { name: 'dir', about: 'Folder to write to, made if it is not there (default: this one)', optional: true },
  ],
  flags: {},
  examples: [
    ['svc-emulator init', 'Into the folder you are in'],
    ['svc-emulator init test/svc', 'Into a folder of its own'],
  ],
  async run({ positionals }) {
    const { writeStarters } = await import('./write-starters.ts')
    const files = await writeStarters(positionals[0] ?? '.')
    const [scenario, test] = files
    return {
      lines: [
        ...files.map((file) => `wrote ${file}`),
        '',
        `npx svc-emulator replay ${scenario}`,
        `npx svc-emulator start ${scenario}`,
        `npx vitest run ${test}`,
      ],
      payload: { files },
    }
  },
})
