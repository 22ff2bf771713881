// Sends the forms of the API page, with the typed key or the session of this browser. The server checks each as any other call.
const tokenField = document.querySelector('#token')

async function token() {
  if (tokenField.value) return tokenField.value
  const answer = await fetch('/api/auth/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  return answer.ok ? (await answer.json()).token : ''
}

function request(form) {
  const fields = [...form.querySelectorAll('input')].filter((field) => field.value)
  const path = fields
    .filter((field) => field.dataset.in === 'path')
    .reduce((address, field) => address.replace(`{${field.name}}`, encodeURIComponent(field.value)), form.dataset.path)
  const query = new URLSearchParams(fields.filter((field) => field.dataset.in === 'query').map((field) => [field.name, field.value]))
  const body = form.querySelector('textarea')?.value
  const typed = fields.filter((field) => field.dataset.in === 'header').map((field) => [field.name, field.value])
  const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...Object.fromEntries(typed) }
  return { url: `${path}${query.size > 0 ? `?${query}` : ''}`, method: form.dataset.method, headers, ...(body ? { body } : {}) }
}

async function send(form) {
  const { url, headers, ...rest } = request(form)
  const answer = await fetch(url, { ...rest, headers: { ...headers, authorization: `Bearer ${await token()}` } })
  const text = await answer.text()
  return `${answer.status}\n${text.slice(0, 20_000)}`
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  const output = event.target.querySelector('output')
  output.textContent = '…'
  send(event.target).then(
    (text) => (output.textContent = text),
    (error) => (output.textContent = String(error)),
  )
})
