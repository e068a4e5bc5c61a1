import { readFile, writeFile } from 'node:fs/promises'
import { transform } from 'esbuild'

/** What others wrote. Lines fit a screen: an uncaught error prints one. */
export const short = { minifyWhitespace: true, minifySyntax: true, minifyIdentifiers: true, lineLimit: 120 }

/** Writes those outputs of a build again, shorter, that hold nothing of ours: no stack leads to a line that we wrote. */
export async function shortenForeign({ outputs }) {
  const foreign = Object.entries(outputs)
    .map(([file, { inputs }]) => [file, Object.keys(inputs)])
    .filter(([, inputs]) => inputs.length > 0 && inputs.every(isForeign))
  await Promise.all(
    foreign.map(async ([file, inputs]) => {
      const { code } = await transform(await readFile(file, 'utf8'), {
        ...short,
        target: ['es2022', 'node20'],
        format: 'esm',
        legalComments: 'none',
      })
      // As above each part of the others: which it is.
      await writeFile(file, `// ${inputs.find((input) => !isBuiltin(input))}\n${code}`)
    }),
  )
}

function isForeign(input) {
  return isBuiltin(input) || input.includes('node_modules/')
}

function isBuiltin(input) {
  return input.startsWith('builtin:')
}
