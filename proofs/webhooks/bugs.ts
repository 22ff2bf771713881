// Seeded bugs that the judge must find.
import type { SourceBug } from '../source-bug.ts'
import type { WebhookVerdict } from './judge.ts'

type WebhookBug = SourceBug & { isFound(verdict: WebhookVerdict): boolean }

const isLost = ({ lost }: WebhookVerdict) => lost > 0

export const webhookBugs = {
  'the mark moves before the deliveries are inserted': {
    file: 'server/events/hand-over.ts',
    changes: [
      {
        from: 'await database.batch((db) => [...statements(db), noteQueued(db, seq)])',
        to: 'await database.batch((db) => [noteQueued(db, seq)]); await database.batch((db) => [...statements(db)])',
      },
    ],
    isFound: isLost,
  },
  'a delivery counts as delivered before the call': {
    file: 'server/webhooks/queue.ts',
    changes: [
      {
        from: '    const { status: answerStatus, failure, waitMs, durationMs } = await attempt(',
        to: `    await endAttempt(db, { id: delivery.id, claim }, delivery.attempts, { ...delivery, status: 'delivered' })
    const { status: answerStatus, failure, waitMs, durationMs } = await attempt(`,
      },
    ],
    isFound: isLost,
  },
  'what was delivered is due again': {
    file: 'server/webhooks/deliveries-repo.ts',
    changes: [
      {
        from: "const isDue = (now: Date) => and(eq(deliveries.status, 'waiting'), ",
        to: 'const isDue = (now: Date) => and(',
      },
    ],
    isFound: ({ repeated }) => repeated.unexplained > 0,
  },
} satisfies Record<string, WebhookBug>
