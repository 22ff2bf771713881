// Descriptions of the schemas of schedules.
import type { Descriptions } from './description.ts'

export const scheduleDescriptions = {
  RelativeDates: [
    'Whole days, both included, that become the dates of the request when a run is due. A number of days, such as 7-days-ago, is a day too.',
    { from: 'last-run: the day of the last run that succeeded.' },
  ],
  ScheduleRun: [
    'A run of a schedule.',
    {
      due: 'The instant that was due; null where somebody asked for the run.',
      outcome: 'skipped: no job was made. refused: the export could not start.',
      reason: 'Why there is no job, why it is late, or why it failed.',
      missed: 'How many due instants the run stands for, besides its own.',
      jobId: 'null without a job, and once its record has expired.',
      rows: 'The written rows, once it is completed.',
    },
  ],
  Schedule: [
    'An export that runs by itself, with the rights that its owner has at that moment.',
    {
      request: 'The body of the export call of the type.',
      calendar:
        'On the clock of the zone. A time that a change of clocks skips runs at the first moment after it; one that comes twice runs once.',
      dates:
        'Whole days, both included, that become the dates of the request. last-run: the day of the last run that succeeded. Also a number of days, such as 7-days-ago.',
      delivers: 'Everything, or what is new or changed since the last run that succeeded.',
      includeDeleted: 'Whether what was deleted is delivered as rows with “yes” in the further column Deleted.',
      destinationId: 'Where each file is delivered; null: it stays with the job.',
      sheet: 'How the spreadsheet is written; null: each run is a new sheet.',
      fileName: 'The pattern of the names of delivered files, such as {schedule}-{date}-{store}; null for the default one.',
      includeReceipt: 'Whether the receipt is delivered beside each file.',
      pausedReason: 'Why it is paused, also where it paused itself.',
      nextRuns: 'The next five instants; none while it is paused.',
      missed: 'What happens to runs that could not start in time: one run for all of them, or none.',
      overlap: 'What happens to a run while the last one has not ended.',
      stores: 'Names are null for stores that are deleted or out of reach.',
    },
  ],
  ScheduleCreateRequest: 'The schedule to save.',
  ScheduleUpdateRequest: 'What to change. A schedule never changes its type.',
  ScheduleListResponse: 'Schedules.',
  ScheduleResponse: 'One schedule.',
  ScheduleRunsResponse: 'Runs, newest first.',
  SchedulePreviewRequest: [
    'A calendar as a form has it.',
    { storeZones: 'The time zones of the stores, which count the days of dates. That of the calendar where they are left out.' },
  ],
  SchedulePreview: [
    'When the calendar would run.',
    { nextRuns: 'The next five instants.', days: 'What the relative dates mean at the first of them; null where none were given.' },
  ],
} as const satisfies Partial<Descriptions>
