const { TestEnvironment } = require('jest-environment-node')

/** Node as the jsdom environment of Jest shows it: without Fetch, encoders and streams, and with timers that are numbers. */
module.exports = class extends TestEnvironment {
  constructor(...given) {
    super(...given)
    const { global } = this
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'TextEncoder',
      'TextDecoder',
      'ReadableStream',
      'structuredClone',
    ])
      delete global[name]
    for (const name of ['setTimeout', 'setInterval']) {
      const real = global[name]
      global[name] = (...call) => Number(real(...call))
    }
  }
}
