package extension SecretPattern {
  /// The maximum length of tokens whose length is not documented.
  private static let maxLength = 512

  /// Key and token prefixes used by known providers. A longer prefix comes before a shorter one
  /// that it starts with.
  ///
  /// The patterns come from each provider's documentation and, where it is incomplete, from the
  /// detect-secrets plugins and the gitleaks rules.
  static let all: [SecretPattern] =
    cloud + code + messaging + payment + services + machineLearning + webhooks

  /// Returns a pattern for each prefix.
  private static func patterns(
    _ prefixes: [String], _ letters: Letters, _ length: ClosedRange<Int>, _ title: String,
    _ confidence: SecretMatch.Confidence = .certain
  ) -> [SecretPattern] {
    prefixes.map { Self($0, letters, length, title, confidence) }
  }

  /// The patterns of cloud providers.
  private static let cloud =
    patterns(["AKIA", "ASIA", "ABIA", "ACCA"], .upper, 16...16, "an AWS access key")
    + patterns(["AccountKey=", "SharedAccessKey="], .token, 20...maxLength, "an Azure key")
    + patterns(["AIza"], .base64, 35...35, "a Google API key", .published)
    + patterns(["GOCSPX-"], .base64, 28...28, "a Google client secret")
    + patterns(["ya29."], .base64, 20...maxLength, "a Google token")
    + patterns(["LTAI"], .alphanumeric, 16...24, "an Alibaba Cloud access key")
    + patterns(["AKID"], .alphanumeric, 32...32, "a Tencent Cloud access key")
    + patterns(["dop_v1_", "doo_v1_", "dor_v1_"], .hexadecimal, 64...64, "a DigitalOcean token")
    + patterns(["HRKU-"], .base64, 36...maxLength, "a Heroku API key")
    + patterns(["FlyV1 ", "fo1_", "fm2_"], .token, 36...maxLength, "a Fly.io token")
    + patterns(["nfp_", "nfc_"], .alphanumeric, 36...maxLength, "a Netlify token")
    + patterns(["sbp_", "sb_secret_"], .base64, 20...maxLength, "a Supabase key")
    + patterns(
      ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], .token, 32...64,
      "a PlanetScale token")
    + patterns(["hvs.", "hvb.", "hvr."], .base64, 24...maxLength, "a Vault token")
    + patterns(["pul-"], .hexadecimal, 40...40, "a Pulumi token")
    + patterns(["dapi"], .hexadecimal, 32...32, "a Databricks token")
    + patterns(["dp.pt.", "dp.st.", "dp.sa."], .token, 40...maxLength, "a Doppler token")
    + patterns(["ops_eyJ"], .token, 60...maxLength, "a 1Password token")
    + patterns(["AGE-SECRET-KEY-1"], .upper, 58...58, "an age private key")

  /// The patterns of source code hosting, package registries and development tools.
  private static let code =
    patterns(
      ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], .alphanumeric, 36...255, "a GitHub token")
    + patterns(["github_pat_"], .base64, 22...maxLength, "a GitHub token")
    + patterns(
      [
        "glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glimt-", "glagent-", "gloas-", "glft-",
        "glsoat-",
      ], .token, 20...maxLength, "a GitLab token")
    + patterns(["ATATT3x", "ATCTT3x", "ATBB"], .token, 24...maxLength, "an Atlassian token")
    + patterns(["npm_"], .alphanumeric, 36...36, "an npm token")
    + patterns(["pypi-AgEI"], .base64, 50...maxLength, "a PyPI token")
    + patterns(["rubygems_"], .hexadecimal, 48...48, "a RubyGems token")
    + patterns(["oy2"], .alphanumeric, 43...43, "a NuGet API key")
    + patterns(["CLOJARS_"], .alphanumeric, 60...60, "a Clojars token")
    + patterns(["dckr_pat_", "dckr_oat_"], .base64, 20...maxLength, "a Docker token")
    + patterns(["CCIPAT_"], .base64, 24...maxLength, "a CircleCI token")
    + patterns(["bkua_"], .hexadecimal, 40...40, "a Buildkite token")
    + patterns(["PMAK-"], .base64, 40...maxLength, "a Postman API key")
    + patterns(["lin_api_", "lin_oauth_"], .alphanumeric, 32...64, "a Linear token")
    + patterns(["ntn_"], .alphanumeric, 40...64, "a Notion token")
    + patterns(["figd_", "figo_"], .base64, 30...maxLength, "a Figma token")
    + patterns(["sntrys_"], .token, 20...maxLength, "a Sentry token")
    + patterns(["sntryu_"], .hexadecimal, 64...64, "a Sentry token")
    + patterns(["NRAK-", "NRJS-", "NRII-"], .base64, 19...64, "a New Relic key")
    + patterns(["glsa_", "glc_"], .token, 32...maxLength, "a Grafana token")
    + patterns(["dt0c01."], .token, 60...maxLength, "a Dynatrace token")
    + patterns(["phx_"], .alphanumeric, 32...64, "a PostHog personal API key")
    + patterns(["CFPAT-"], .base64, 40...64, "a Contentful token")
    + patterns(["EAACEdEose0cBA"], .alphanumeric, 20...maxLength, "a Facebook token")

  /// The patterns of messaging services.
  private static let messaging =
    patterns(
      ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xoxe.", "xoxc-", "xoxd-", "xapp-"],
      .token, 10...maxLength, "a Slack token")
    + patterns(["SK"], .hexadecimal, 32...32, "a Twilio API key")
    + patterns(["AC"], .hexadecimal, 32...32, "a Twilio account SID", .published)
    + patterns(["key-"], .hexadecimal, 32...32, "a Mailgun API key")
    + patterns(["xkeysib-", "xsmtpsib-"], .token, 64...maxLength, "a Brevo API key")
    + patterns(["tfp_"], .token, 40...maxLength, "a Typeform token")

  /// The patterns of payment and commerce services.
  private static let payment =
    patterns(["sk_live_", "rk_live_"], .alphanumeric, 16...maxLength, "a Stripe secret key")
    + patterns(
      ["sk_test_", "rk_test_"], .alphanumeric, 16...maxLength, "a Stripe test key", .likely)
    + patterns(
      ["pk_live_", "pk_test_"], .alphanumeric, 16...maxLength, "a Stripe publishable key",
      .published)
    + patterns(["whsec_"], .token, 24...maxLength, "a webhook secret")
    + patterns(["sq0csp-"], .base64, 43...43, "a Square secret")
    + patterns(["sq0atp-"], .base64, 22...22, "a Square token")
    + patterns(["EAAA"], .base64, 60...60, "a Square token")
    + patterns(
      ["shpat_", "shpss_", "shpca_", "shppa_"], .hexadecimal, 32...32,
      "a Shopify token")
    + patterns(
      ["access_token$production$", "access_token$sandbox$"], .token, 32...64,
      "a PayPal token")
    + patterns(["FLWSECK-", "FLWSECK_TEST-"], .token, 20...64, "a Flutterwave secret key")
    + patterns(["EZAK", "EZTK"], .alphanumeric, 54...54, "an EasyPost API key")
    + patterns(["shippo_live_", "shippo_test_"], .hexadecimal, 40...40, "a Shippo token")
    + patterns(["duffel_live_", "duffel_test_"], .base64, 40...64, "a Duffel token")

  /// The patterns of other services.
  private static let services =
    patterns(["sk.eyJ"], .token, 40...maxLength, "a Mapbox secret token")
    + patterns(["secret_live_", "secret_test_"], .alphanumeric, 16...64, "a Branch secret")
    + patterns(["rdme_"], .alphanumeric, 70...70, "a ReadMe API key")

  /// The patterns of machine learning services.
  private static let machineLearning =
    patterns(["sk-ant-"], .base64, 20...maxLength, "an Anthropic API key")
    + patterns(["sk-"], .base64, 20...maxLength, "an OpenAI API key")
    + patterns(["hf_"], .alphanumeric, 30...64, "a Hugging Face token")
    + patterns(["r8_"], .alphanumeric, 37...40, "a Replicate token")
    + patterns(["gsk_"], .alphanumeric, 48...64, "a Groq API key")
    + patterns(["xai-"], .alphanumeric, 60...120, "an xAI API key")
    + patterns(["pplx-"], .alphanumeric, 40...64, "a Perplexity API key")

  /// The patterns of webhooks, whose URLs are secret.
  private static let webhooks =
    patterns(
      ["hooks.slack.com/services/", "hooks.slack.com/workflows/"], .path, 20...maxLength,
      "a Slack webhook")
    + patterns(
      ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"], .path, 40...maxLength,
      "a Discord webhook")
}
