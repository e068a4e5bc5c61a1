import { request } from 'node:http'
import { expect, it } from 'vitest'
import { servePage } from './serve-page.ts'

function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

it('serves a page to names of this machine alone', async () => {
  const { url, close } = await servePage('<p>', 0)
  try {
    for (const host of ['localhost', 'localhost:4010', '127.0.0.1']) expect(await statusFor(url, host)).toBe(200)
    for (const host of ['localhost.example.com', '127.0.0.1.nip.io', 'a.localhost'])
      expect(await statusFor(url, host)).toBe(403)
  } finally {
    await close()
  }
})
