// What tests/scripts/stop.test.ts has the bootstrap run: it says each signal that it is sent, and ends when it was sent one.
const stay = setInterval(() => {}, 60_000)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    console.log(signal)
    clearInterval(stay)
    process.exitCode = 7
  })
}
console.log(`ready ${process.pid}`)
