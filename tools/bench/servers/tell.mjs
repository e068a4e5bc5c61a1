/** Tells the benchmark that started this process where it listens, and what it has used when asked; ends when the benchmark ends. */
export function tell(port) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send({ cpu: user + system })
  })
  process.on('disconnect', () => process.exit())
  process.send({ port })
}
