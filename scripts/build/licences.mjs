import { readFile, readdir } from 'node:fs/promises'

/** The licences of the packages whose code is in these builds, as one text. */
export async function licencesOf(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.keys(output.inputs)))
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined))
  const sections = await Promise.all([...folders].map(licenceOf))
  return [...new Set(sections)].sort().join(`\n\n${'-'.repeat(80)}\n\n`)
}

function packageFolder(input) {
  return /^[^:]*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : `\n\n${(await readFile(`${folder}/${file}`, 'utf8')).trim()}`
  return `${name} ${version} (${license})${text}`
}
