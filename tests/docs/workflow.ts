import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean }>>
  readonly outputs: Readonly<Record<string, unknown>>
}

/** Problems of workflow steps that use our action: inputs and outputs that it does not have. */
export function workflowProblems(text: string): string[] {
  const action = parse(readFileSync(join(resolve(import.meta.dirname, '../..'), 'action.yml'), 'utf8')) as Action
  const steps = parse(text) as readonly { uses?: string; id?: string; with?: Record<string, unknown> }[]
  const ours = steps.find(({ uses }) => uses?.includes('/svc-emulator@'))
  if (ours === undefined) return ['no step uses the action']
  const outputs = [...text.matchAll(/steps\.(\w+)\.outputs\.([\w-]+)/g)]
  return [
    ...Object.keys(ours.with ?? {})
      .filter((name) => action.inputs[name] === undefined)
      .map((name) => `the action has no input '${name}'`),
    ...outputs.filter(([, id]) => id !== ours.id).map(([, id]) => `no step has the id '${id}'`),
    ...outputs
      .filter(([, , name = '']) => action.outputs[name] === undefined)
      .map(([, , name]) => `the action has no output '${name}'`),
  ]
}
