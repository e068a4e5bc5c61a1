import { readFile, readdir } from 'node:fs/promises'

/** The files that went into what these builds wrote. */
export function inputsOf(metafiles) {
  return metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.keys(output.inputs)))
}

/** The licences of the packages that these files belong to, as one text. */
export async function licencesOf(inputs) {
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
