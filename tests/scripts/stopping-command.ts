// The command that the bootstrap runs in tests/scripts/stop.test.ts. It prints each received signal and ends at the first one.
const stay = setInterval(() => {}, 60_000)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.log(signal)
    clearInterval(stay)
    process.exitCode = 7
  })
}
console.log(`ready ${process.pid}`)
