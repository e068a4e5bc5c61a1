import { afterEach, beforeEach, expect, it } from 'vitest'
import { type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { getJson } from './get-json.ts'
import { Unreachable } from './unreachable.ts'

const options = (timeout: number, env: Record<string, string> = {}) => ({
  apiKey: 'k',
  env,
  timeout,
  stopping: new AbortController().signal,
})
let service: StandIn
beforeEach(async () => {
  service = await startStandIn()
})
afterEach(() => service.close())

it('gives up after the time it was given, also in the middle of a body', async () => {
  service.answers.set('/v1/slow', (response) => void response.write('{'))
  await expect(getJson(new URL(`${service.url}/slow`), options(50))).rejects.toThrow('no answer within 0.05 seconds')
})

it('refuses a body that does not end', async () => {
  service.answers.set('/v1/big', (response) => response.end('x'.repeat(4 * 1024 * 1024 + 1)))
  await expect(getJson(new URL(`${service.url}/big`), options(5000))).rejects.toThrow('larger than 4 MiB')
})

it('tells the kind of failure without the URL', async () => {
  const failure = await getJson(new URL('http://127.0.0.1:1/secret'), options(5000)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Unreachable)
  expect((failure as Unreachable).reason).toBe('the connection was refused')
})

it('has no body where there is no JSON', async () => {
  service.answers.set('/v1/html', (response) => response.end('<p>'))
  await expect(getJson(new URL(`${service.url}/html`), options(5000))).resolves.toMatchObject({
    status: 200,
    body: undefined,
    form: 'html',
  })
})
