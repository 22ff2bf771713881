// What events say to people, for channels in which people read.
import type { Event } from '#shared/events.ts'
import type { JobType } from '#shared/jobs.ts'
import { jobLink } from '#shared/screen-links.ts'

type Type = Event['type']
/** `link`: the path of the screen that shows more. */
type Said = { sentence: string; link: string }
type Data<Of extends Type> = Extract<Event, { type: Of }>['data']

const exportOf = (type: JobType) => (type === 'product_export' ? 'product export' : 'order export')
const storesLink = '/stores'

const sentences: { [Of in Type]: (data: Data<Of>) => Said } = {
  'job.completed': ({ jobId, jobType, rows }) => ({
    sentence: `The ${exportOf(jobType)} has finished${rows === null ? '' : ` with ${rows.toLocaleString('en-US')} rows`}.`,
    link: jobLink(jobId),
  }),
  'job.failed': ({ jobId, jobType, error }) => ({
    sentence: `The ${exportOf(jobType)} failed${error === null ? '.' : `: ${error.message}`}`,
    link: jobLink(jobId),
  }),
  'schedule.failing': ({ message: sentence, link }) => ({ sentence, link }),
  'schedule.recovered': ({ message: sentence, link }) => ({ sentence, link }),
  'store.failing': ({ storeName, reason }) => ({
    sentence: `${storeName} has a problem${reason === null ? '.' : `: ${reason}`}`,
    link: storesLink,
  }),
  'store.recovered': ({ storeName }) => ({ sentence: `${storeName} works again.`, link: storesLink }),
  'notification.created': ({ message: sentence, link }) => ({ sentence, link }),
}

/** An event in words. */
export const eventSentence = <Of extends Type>(event: { type: Of; data: Data<Of> }): Said => sentences[event.type](event.data)
