import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#client/api.ts'
import { readFailure } from '#client/failure.ts'
import { SetupResponse } from '#shared/second-factor.ts'

async function fetchSetup(): Promise<SetupResponse> {
  const response = await fetch('/api/auth/setup')
  if (!response.ok) throw await readFailure(response)
  return SetupResponse.parse(await response.json())
}

/**
 * Whether the first account is still to be made; no while that is not known, so that no screen waits for it. The client of the queries is
 * named, because the login screen appears before their provider.
 */
export const useSetup = (): SetupResponse =>
  useQuery({ queryKey: ['setup'], queryFn: fetchSetup }, queryClient).data ?? { owner_needed: false, code_needed: false }
