import { html, Markup } from '@plumbline/platform/html'
import { closeIcon } from '../icons.ts'
import { each, token } from '../profile.ts'

// what the gateway fills in after a form was sent without a script; empty otherwise
const placeholder = (group: 'form' | 'error' | 'invalid', name: string) => `{{${group}.${name}}}`

const field = (name: string, label: string, control: Markup, optional = false): Markup => html`
<div class="field">
  <div class="label"><label for="${name}">${label}</label>${optional ? html`<span id="${name}-hint" aria-live="polite">optional</span>` : ''}</div>
  ${control}
  <p class="error" id="${name}-error">${placeholder('error', name)}</p>
</div>`

const firstName = html`<input id="firstName" name="firstName" autocomplete="given-name" autocapitalize="words"
  aria-describedby="firstName-error" value="${placeholder('form', 'firstName')}" required autofocus${placeholder('invalid', 'firstName')}>`
const lastName = html`<input id="lastName" name="lastName" autocomplete="family-name" autocapitalize="words"
  aria-describedby="lastName-error" value="${placeholder('form', 'lastName')}" required${placeholder('invalid', 'lastName')}>`
const email = html`<input id="email" name="email" type="email" inputmode="email" autocomplete="email" spellcheck="false"
  aria-describedby="email-error" value="${placeholder('form', 'email')}" required${placeholder('invalid', 'email')}>`
const phone = html`<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel"
  aria-describedby="phone-error" value="${placeholder('form', 'phone')}" required${placeholder('invalid', 'phone')}>`

const options = each(
  'options',
  html`<option value="${token('options', 'value')}"${token('options', 'chosen')}>${token('options', 'label')}</option>`,
)
const service = html`<select id="serviceNeeded" name="serviceNeeded"
  aria-describedby="serviceNeeded-hint serviceNeeded-error"><option value="">Choose a service</option>${options}</select>`
const description = html`<textarea id="projectDescription" name="projectDescription" rows="4"
  aria-describedby="projectDescription-hint projectDescription-error"${placeholder('invalid', 'projectDescription')}>${placeholder('form', 'projectDescription')}</textarea>`

// people never reach this field; a bot that fills every input marks itself
const honeypot = html`
<div class="aside" aria-hidden="true">
  <label for="website">Leave this empty</label>
  <input id="website" name="website" tabindex="-1" autocomplete="off">
</div>`

const form = html`
<form action="/api/leads" method="post">
  <div class="pair">${field('firstName', 'First Name', firstName)}${field('lastName', 'Last Name', lastName)}</div>
  <div class="pair">${field('email', 'Email', email)}${field('phone', 'Phone', phone)}</div>
  ${field('serviceNeeded', 'Service Needed', service, true)}
  ${field('projectDescription', 'Project Description', description, true)}
  ${honeypot}
  <input type="hidden" name="key" value="${placeholder('form', 'key')}">
  <button class="button primary" type="submit">Get Free Estimate</button>
</form>`

export const estimateDialog = html`
<dialog id="estimate"${new Markup('{{form.open}}')} closedby="any" aria-labelledby="estimate-title" aria-describedby="estimate-promise">
  <div class="sheet">
    <header>
      <h2 id="estimate-title">Get Free Estimate</h2>
      <p id="estimate-promise">Tell us about the job. You'll get a detailed quote within 24&nbsp;hours.</p>
      <a class="close" role="button" href="/" aria-label="Close">${closeIcon}</a>
    </header>
    <p class="notice" role="status">${placeholder('form', 'notice')}</p>
    ${form}
  </div>
</dialog>`

export const notifications = html`
<section id="notifications" aria-label="Notifications (F8)" tabindex="-1"></section>
<template id="notification">
  <div class="toast">
    <div><strong></strong><p></p></div>
    <button class="close" type="button" aria-label="Dismiss">${closeIcon}</button>
  </div>
</template>`
