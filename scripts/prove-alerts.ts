// npm run prove:alerts: promtool, a program of Prometheus, checks the alerts and runs their tests.
import { spawnSync } from 'node:child_process'

const steps = [
  ['check', 'rules', 'deploy/alerts.yml'],
  ['test', 'rules', 'deploy/alerts.test.yml'],
]

for (const args of steps) {
  const { status, error } = spawnSync('promtool', args, { stdio: 'inherit' })
  if (error) {
    console.error('promtool is missing. It belongs to Prometheus: on Debian, apt-get install prometheus')
    process.exit(1)
  }
  if (status !== 0) process.exit(1)
}
