import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { floorProblem } from './floors.mjs'

/** Rules that oxlint does not bring. */

/** `new Date()` and `Date()` read the machine's clock, `new Date(value)` does not. */
const noMachineDate = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date') return
      if (node.type === 'NewExpression' && node.arguments.length > 0) return
      context.report({
        node,
        message: 'This reads the clock of the machine. Use the clock of the world, so that a run can be repeated.',
      })
    }
    return { NewExpression: check, CallExpression: check }
  },
}

/** Imports go down the floors of the house, `import()` and types included. */
const importsGoDown = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const from = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (node, source) => {
      const message = typeof source?.value === 'string' ? floorProblem(from, source.value) : undefined
      if (message !== undefined) context.report({ node, message })
    }
    return {
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.argument?.literal ?? node.argument ?? node.source),
    }
  },
}

/** Circles of imports that an `import()` closes, of a module or of a type; `import/no-cycle` finds the others. */
const noCycleThroughCalls = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node, source) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const way = findWay(resolve(dirname(context.filename), source.value), context.filename)
      if (way === undefined) return
      const names = way.map((file) => relative(context.cwd, file).split(sep).join('/'))
      context.report({ node, message: `This import closes a circle: ${names.join(' imports ')}.` })
    }
    return {
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.argument?.literal ?? node.argument ?? node.source),
    }
  },
}

/** The shortest way along imports from one file to another; undefined where there is none. */
function findWay(from, to) {
  const ways = new Map([[from, [from]]])
  for (const [file, way] of ways) {
    if (file === to) return way
    for (const next of readImports(file)) if (!ways.has(next)) ways.set(next, [...way, next])
  }
  return undefined
}

const importsByFile = new Map()

/** The files that a file imports, in whatever form. */
function readImports(file) {
  let found = importsByFile.get(file)
  if (found === undefined) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const specifiers = Array.from(text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g), ([, specifier]) => specifier)
    found = specifiers.map((specifier) => resolve(dirname(file), specifier))
    importsByFile.set(file, found)
  }
  return found
}

/** Comments can be read alone: they begin with a noun or a verb. */
const commentsStandAlone = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    return {
      Program(node) {
        for (const comment of context.sourceCode.getAllComments()) {
          const start = /^[\s*]*(The same|That of|Those|Told|What|Whether|Which|Whose)\b/.exec(comment.value)?.[1]
          if (start === undefined) continue
          const message = `A comment can be read alone. Begin with a noun or a verb, not with "${start}".`
          context.report({ node, loc: comment.loc, message })
        }
      },
    }
  },
}

/** Functions named `…Of` that were there before the rule, as `path name`. The list only shrinks. */
const oldNames = new Set(JSON.parse(readFileSync(new URL('old-names.json', import.meta.url), 'utf8')))

/** A function is called by its verb or by what it returns, not `…Of`. */
const noOfNames = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (id) => {
      if (id?.type !== 'Identifier' || !/[a-z]Of$/.test(id.name) || oldNames.has(`${file} ${id.name}`)) return
      const message = `Name a function by its verb or by what it returns, not ${id.name}.`
      context.report({ node: id, message })
    }
    return {
      FunctionDeclaration: ({ id }) => check(id),
      VariableDeclarator({ id, init }) {
        if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') check(id)
      },
    }
  },
}

export default {
  meta: { name: 'house' },
  rules: {
    'no-machine-date': noMachineDate,
    'imports-go-down': importsGoDown,
    'no-cycle-through-calls': noCycleThroughCalls,
    'comments-stand-alone': commentsStandAlone,
    'no-of-names': noOfNames,
  },
}
