import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { fieldErrors, isAnswered, say } from '#client/failure.ts'
import { draftKeeper } from '#client/session/kept-draft.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { limits } from '#shared/limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import type { Store } from '#shared/stores.ts'
import { CalendarFields } from './calendar-fields.tsx'
import { ChangesField } from './changes-field.tsx'
import {
  mistakesByField,
  mistakesInSchedule,
  requestField,
  requestFields,
  scheduleRequest,
  type Repeated,
  type ScheduleDraft,
} from './draft.ts'
import { NextRuns } from './next-runs.tsx'
import { PeriodField } from './period-field.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { partsInWords, partsOfRequest } from './request-parts.ts'
import classes from './schedule-form.module.css'
import { TargetField } from './target-field.tsx'
import { refreshSchedules, useSaveSchedule } from './queries.ts'
import { ZoneField } from './zone-field.tsx'

const useKeptDraft = draftKeeper<ScheduleDraft>('schedule')

type Props = {
  first: ScheduleDraft
  repeated: Repeated
  /** The schedule to change. Without one, a new one is made. */
  schedule: Schedule | undefined
  /** The stores that the person may export from. */
  stores: readonly Store[]
  onSaved: (schedule: Schedule) => void
  onClose: () => void
}

/** The dialog that makes a schedule, or changes one. */
export function ScheduleForm({ first, repeated, schedule, stores, onSaved, onClose }: Props) {
  const keptDates = schedule?.dates ?? null
  const [refused, setRefused] = useState<string>()
  const saveSchedule = useSaveSchedule(schedule)
  const form = useForm<ScheduleDraft>({ initialValues: first, validate: (draft) => mistakesInSchedule(draft, repeated) })
  useKeptDraft(schedule?.id ?? JSON.stringify(repeated), () => (form.isDirty() ? form.getValues() : null), form.setValues)
  const parts = partsOfRequest(repeated.type, repeated.request)
  const chosen = stores.filter(({ id }) => parts.storeIds.includes(id))
  const storeZones = chosen.map(({ timezone }) => timezone)

  async function save(draft: ScheduleDraft) {
    setRefused(undefined)
    try {
      onSaved(await saveSchedule(scheduleRequest(draft, repeated, keptDates)))
    } catch (error) {
      const mistakes = fieldErrors(error, requestFields, requestField)
      if (mistakes) form.setErrors(mistakesByField(mistakes, draft))
      else if (!schedule && !isAnswered(error)) {
        // The server may have made it: pressed again, the button would make a second one.
        void refreshSchedules()
        setRefused(scheduleMessages.maybeAdded)
      } else setRefused(say(error, scheduleMessages.saveFailed))
    }
  }

  return (
    <FormDialog onClose={onClose} title={schedule ? 'Edit schedule' : 'Repeat export'} isFilled={() => form.isDirty()}>
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <p className={classes.what}>
          <bdi>{[...chosen.map(({ name }) => name), partsInWords(repeated.type, parts)].join(' · ')}</bdi>
        </p>
        <TextInput label="Name" required data-autofocus maxLength={limits.nameLength} {...form.getInputProps('name')} />
        <CalendarFields form={form} />
        <ZoneField form={form} first={storeZones} />
        <NextRuns draft={form.values} kept={keptDates} storeZones={storeZones} />
        {parts.selected === null && <ChangesField form={form} />}
        {parts.selected === null && form.values.delivers === 'all' && <PeriodField form={form} days={parts.days} />}
        <TargetField type={repeated.type} parts={parts} form={form} />
        <PolicyFields form={form} />
        <FormFoot failure={refused} submit={schedule ? 'Save' : 'Add schedule'} isBusy={form.submitting} onCancel={onClose} />
      </form>
    </FormDialog>
  )
}
