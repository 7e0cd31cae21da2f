export const TRY_LATER = 'Try again later. If it keeps failing, contact your report service.';

export const CHECK_BASE_URL =
	'Check Base URL in the credential. It must be the address of the API, usually ending in /api/v1.';

export const WEB_PAGE = 'The service returned a web page instead of data';
