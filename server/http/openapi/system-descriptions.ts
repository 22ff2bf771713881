// Descriptions of the schemas of the system's state. They are separate, because browsers load the schemas.
import type { Descriptions } from './description.ts'

export const systemDescriptions = {
  SystemProcess: [
    'A process that was heard of within half a minute.',
    {
      role: 'web: it answers calls. worker: it runs exports. A process with ROLE=all is listed as both.',
      machine: 'The name of its machine or container; null for a worker of an older version.',
      isSelf: 'Whether it has given this answer.',
    },
  ],
  SystemStore: [
    'A store, as the last calls to its shop found it.',
    {
      state: 'What the last call met; null: there was none yet.',
      lastAnswerAt: 'The last successful call of the answering process; null: none since its start.',
      isHeldBack: 'Calls are held back, because the shop has not answered several in a row. It is tried again twice a minute.',
      budget: 'What is left of the rate limit, in cost points or calls; null: the shop has not told it to this process yet.',
    },
  ],
  SystemState: [
    'The parts of the installation. A part that could not be read just now is null.',
    {
      processes: 'Those that answer calls and those that run exports.',
      database: 'isUp false: it does not answer, and what is read from it is null.',
      queue: 'The jobs that have not ended, by status, and how long the oldest one that is due has been waiting.',
      mail: 'isSent false: mails are written into a folder. refused: mails that the mail server will never take.',
      mainDelay: 'By how many seconds the event loop of the answering thread was late: since the last scrape, or within about a minute.',
      workerDelay: 'The same for the worker thread; null where the process has none, or where it does not answer.',
      hasWorkerThread: 'Whether the answering process runs exports itself (ROLE=all).',
      disk: 'The disk of the data folder.',
      google: 'Where the key of the Google service account is from; source null: there is none.',
      failures: 'The exports that failed within a day, by code.',
      lastBackupAt: 'When the command `backup` last ended well with this data folder; null: unknown.',
    },
  ],
  SystemResponse: 'The state of the system.',
  SystemFinding: [
    'What a check has found.',
    { check: 'The name of the check, as the command `doctor` prints it.', mend: 'What to do about it; null: nothing.' },
  ],
  SystemCheckResponse: 'The findings of all checks, in the order of the command `doctor`.',
} as const satisfies Partial<Descriptions>
