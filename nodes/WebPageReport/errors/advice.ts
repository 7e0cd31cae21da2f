export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';

/** What to do if the address is that of something other than the API. */
export const CHECK_BASE_URL =
	'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.';

/** What happened if something other than the API answered. */
export const WEB_PAGE = 'The service returned a web page instead of data';
