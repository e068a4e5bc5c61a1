import { basename, dirname } from 'node:path'
import type { Imports } from '../helpers/changed-tests.ts'

/** Number of imports from a test to a file up to which the test is near. */
const NEAR = 3

/** Test files around a file, the nearest first: those beside it, those of its folder, those that import it in one step, in two, in three. None is named twice. */
export function findNearest(file: string, tests: readonly string[], imports: Imports): string[][] {
  const folder = tests.filter((test) => dirname(test) === dirname(file))
  const name = basename(file).replace(/\.tsx?$/, '.')
  const groups = [folder.filter((test) => basename(test).startsWith(name)), folder, ...importers(file, imports)]
  const named = new Set<string>()
  return groups.map((group) => {
    const added = group.filter((test) => tests.includes(test) && !named.has(test))
    for (const test of added) named.add(test)
    return added
  })
}

/** Files that reach a file in one import, in two, and so on. */
function importers(file: string, imports: Imports): string[][] {
  const known = new Set([file])
  const rings: string[][] = []
  let ring = [file]
  while (rings.length < NEAR) {
    ring = [...imports].flatMap(([from, targets]) =>
      !known.has(from) && targets.some((target) => ring.includes(target)) ? [from] : [],
    )
    for (const each of ring) known.add(each)
    rings.push(ring)
  }
  return rings
}
