// A thread that lowers its priority, and tells it.
import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { yieldToCalls } from '#server/boot/thread-priority.ts'
import { createLogger } from '#server/boot/logging.ts'

yieldToCalls(createLogger('warn'))
parentPort?.postMessage(getPriority(Number(basename(readlinkSync('/proc/thread-self')))), [])
