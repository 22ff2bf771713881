// The health check of the image: ends with 0 if the server in this container answers.
import { beginCommand } from '#server/boot/command-line.ts'
import { StartRefused } from '#shared/start-refused.ts'

beginCommand('is-alive')
const port = process.env['PORT'] || '3000'
const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
if (!answer.ok) throw new StartRefused(`/healthz answered ${answer.status}.`)
