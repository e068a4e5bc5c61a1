import { basename } from 'node:path'
import { build } from 'esbuild'

/**
 * Writes out modules whose exports are data alone, `*.evaluated.ts`: a bundle gets the values, and not the modules that they were made of. `plugins`: those of the build around it.
 */
export const evaluatedModules = (plugins = []) => ({
  name: 'evaluated-modules',
  setup(pass) {
    pass.onLoad({ filter: /\.evaluated\.ts$/ }, async ({ path }) => {
      const { outputFiles, metafile } = await build({
        entryPoints: [path],
        bundle: true,
        format: 'esm',
        platform: 'neutral',
        write: false,
        metafile: true,
        plugins,
      })
      const values = await import(
        `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
      )
      const lines = Object.entries(values).map(
        ([name, value]) => `export const ${name} = ${written(value, basename(path))}`,
      )
      return { contents: `${lines.join('\n')}\n`, watchFiles: Object.keys(metafile.inputs) }
    })
  },
})

/** Source of a value. JSON has no `undefined`, by which mutations take fields away. */
function written(value, file) {
  if (value === undefined) return 'undefined'
  if (Array.isArray(value)) return `[${value.map((each) => written(each, file)).join(',')}]`
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return JSON.stringify(value)
  if (value instanceof Uint8Array) return `new Uint8Array([${value.join(',')}])`
  if (Object.getPrototypeOf(value) !== Object.prototype)
    throw new Error(`${file} exports what is no data: ${Object.prototype.toString.call(value)}`)
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${written(each, file)}`)
  return `{${fields.join(',')}}`
}
