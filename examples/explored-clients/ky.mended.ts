import type { Run } from 'svc-emulator/explore'
import ky from 'ky'

type Answer = { status: string; api_keys?: { description: string | null }[] }

/** Makes a key for a build, once: whether it is made is looked up, and not guessed. */
export async function makeKey({ fetch, baseUrl, apiKey }: Run): Promise<string> {
  const api = ky.create({
    fetch,
    prefixUrl: baseUrl,
    headers: { 'X-API-Key': apiKey },
    timeout: 500,
    retry: { limit: 2, methods: ['get'], delay: () => 10 },
  })
  // The limit of ky ends with the headers, this one with the body.
  const limited = () => ({ signal: AbortSignal.timeout(500) })
  const path = 'api-keys/target/org/acme'
  const said = async (request: Promise<Answer>): Promise<Answer> => {
    const answer = await request
    if (answer.status !== 'success') throw new Error('no answer of the API')
    return answer
  }
  const isMade = async () =>
    (await said(api.get(path, limited()).json())).api_keys!.some(({ description }) => description === 'build')
  await said(api.post(path, { ...limited(), json: { role: 'read', description: 'build' } }).json()).catch(
    async (error: unknown) => {
      if (!(await isMade())) throw error
    },
  )
  return 'made'
}
