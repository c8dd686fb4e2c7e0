declare global {
  /** Web OTP is missing in TypeScript's DOM types. */
  interface CredentialRequestOptions {
    otp?: { transport: string[] };
  }
}

/**
 * The code of the next SMS for this site. Only Android's Chromium supports it, and it asks the person first.
 * Null if unsupported, refused or aborted.
 */
export async function codeFromSms(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null;
  try {
    const credential = await navigator.credentials.get({ otp: { transport: ['sms'] }, signal });
    return credential && 'code' in credential && typeof credential.code === 'string' ? credential.code : null;
  } catch {
    return null;
  }
}
