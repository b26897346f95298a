package extension SecretPattern {
  /// The maximum length of tokens without a documented one.
  private static let long = 512

  /// The prefixes of the keys and tokens of known providers. A longer prefix precedes a shorter one
  /// with which it begins.
  ///
  /// Source: the documentation of each provider; where that is incomplete, the plugins of
  /// detect-secrets and the rules of gitleaks.
  static let all: [SecretPattern] =
    cloud + code + messaging + payment + services + machineLearning + webhooks

  /// Returns a pattern for each prefix.
  private static func patterns(
    _ prefixes: [String], _ letters: Letters, _ length: ClosedRange<Int>, _ what: String,
    _ confidence: SecretMatch.Confidence = .certain
  ) -> [SecretPattern] {
    prefixes.map { Self($0, letters, length, what, confidence) }
  }

  /// The patterns of cloud providers.
  private static let cloud =
    patterns(["AKIA", "ASIA", "ABIA", "ACCA"], .upper, 16...16, "an access key of AWS")
    + patterns(["AccountKey=", "SharedAccessKey="], .token, 20...long, "a key of Azure")
    + patterns(["AIza"], .base64, 35...35, "an API key of Google", .published)
    + patterns(["GOCSPX-"], .base64, 28...28, "a client secret of Google")
    + patterns(["ya29."], .base64, 20...long, "a token of Google")
    + patterns(["LTAI"], .alphanumeric, 16...24, "an access key of Alibaba Cloud")
    + patterns(["AKID"], .alphanumeric, 32...32, "an access key of Tencent Cloud")
    + patterns(["dop_v1_", "doo_v1_", "dor_v1_"], .hexadecimal, 64...64, "a token of DigitalOcean")
    + patterns(["HRKU-"], .base64, 36...long, "an API key of Heroku")
    + patterns(["FlyV1 ", "fo1_", "fm2_"], .token, 36...long, "a token of Fly.io")
    + patterns(["nfp_", "nfc_"], .alphanumeric, 36...long, "a token of Netlify")
    + patterns(["sbp_", "sb_secret_"], .base64, 20...long, "a key of Supabase")
    + patterns(
      ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], .token, 32...64,
      "a token of PlanetScale")
    + patterns(["hvs.", "hvb.", "hvr."], .base64, 24...long, "a token of Vault")
    + patterns(["pul-"], .hexadecimal, 40...40, "a token of Pulumi")
    + patterns(["dapi"], .hexadecimal, 32...32, "a token of Databricks")
    + patterns(["dp.pt.", "dp.st.", "dp.sa."], .token, 40...long, "a token of Doppler")
    + patterns(["ops_eyJ"], .token, 60...long, "a token of 1Password")
    + patterns(["AGE-SECRET-KEY-1"], .upper, 58...58, "a private key of age")

  /// The patterns of source code hosting, package registries and development tools.
  private static let code =
    patterns(
      ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], .alphanumeric, 36...255, "a token of GitHub")
    + patterns(["github_pat_"], .base64, 22...long, "a token of GitHub")
    + patterns(
      [
        "glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glimt-", "glagent-", "gloas-", "glft-",
        "glsoat-",
      ], .token, 20...long, "a token of GitLab")
    + patterns(["ATATT3x", "ATCTT3x", "ATBB"], .token, 24...long, "a token of Atlassian")
    + patterns(["npm_"], .alphanumeric, 36...36, "a token of npm")
    + patterns(["pypi-AgEI"], .base64, 50...long, "a token of PyPI")
    + patterns(["rubygems_"], .hexadecimal, 48...48, "a token of RubyGems")
    + patterns(["oy2"], .alphanumeric, 43...43, "an API key of NuGet")
    + patterns(["CLOJARS_"], .alphanumeric, 60...60, "a token of Clojars")
    + patterns(["dckr_pat_", "dckr_oat_"], .base64, 20...long, "a token of Docker")
    + patterns(["CCIPAT_"], .base64, 24...long, "a token of CircleCI")
    + patterns(["bkua_"], .hexadecimal, 40...40, "a token of Buildkite")
    + patterns(["PMAK-"], .base64, 40...long, "an API key of Postman")
    + patterns(["lin_api_", "lin_oauth_"], .alphanumeric, 32...64, "a token of Linear")
    + patterns(["ntn_"], .alphanumeric, 40...64, "a token of Notion")
    + patterns(["figd_", "figo_"], .base64, 30...long, "a token of Figma")
    + patterns(["sntrys_"], .token, 20...long, "a token of Sentry")
    + patterns(["sntryu_"], .hexadecimal, 64...64, "a token of Sentry")
    + patterns(["NRAK-", "NRJS-", "NRII-"], .base64, 19...64, "a key of New Relic")
    + patterns(["glsa_", "glc_"], .token, 32...long, "a token of Grafana")
    + patterns(["dt0c01."], .token, 60...long, "a token of Dynatrace")
    + patterns(["phx_"], .alphanumeric, 32...64, "a personal key of PostHog")
    + patterns(["CFPAT-"], .base64, 40...64, "a token of Contentful")
    + patterns(["EAACEdEose0cBA"], .alphanumeric, 20...long, "a token of Facebook")

  /// The patterns of messaging services.
  private static let messaging =
    patterns(
      ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxe-", "xoxe.", "xoxc-", "xoxd-", "xapp-"],
      .token, 10...long, "a token of Slack")
    + patterns(["SK"], .hexadecimal, 32...32, "an API key of Twilio")
    + patterns(["AC"], .hexadecimal, 32...32, "an account of Twilio", .published)
    + patterns(["key-"], .hexadecimal, 32...32, "an API key of Mailgun")
    + patterns(["xkeysib-", "xsmtpsib-"], .token, 64...long, "an API key of Brevo")
    + patterns(["tfp_"], .token, 40...long, "a token of Typeform")

  /// The patterns of payment and commerce services.
  private static let payment =
    patterns(["sk_live_", "rk_live_"], .alphanumeric, 16...long, "a secret key of Stripe")
    + patterns(["sk_test_", "rk_test_"], .alphanumeric, 16...long, "a test key of Stripe", .likely)
    + patterns(
      ["pk_live_", "pk_test_"], .alphanumeric, 16...long, "a publishable key of Stripe",
      .published)
    + patterns(["whsec_"], .token, 24...long, "a secret of a webhook")
    + patterns(["sq0csp-"], .base64, 43...43, "a secret of Square")
    + patterns(["sq0atp-"], .base64, 22...22, "a token of Square")
    + patterns(["EAAA"], .base64, 60...60, "a token of Square")
    + patterns(
      ["shpat_", "shpss_", "shpca_", "shppa_"], .hexadecimal, 32...32,
      "a token of Shopify")
    + patterns(
      ["access_token$production$", "access_token$sandbox$"], .token, 32...64,
      "a token of PayPal")
    + patterns(["FLWSECK-", "FLWSECK_TEST-"], .token, 20...64, "a secret key of Flutterwave")
    + patterns(["EZAK", "EZTK"], .alphanumeric, 54...54, "an API key of EasyPost")
    + patterns(["shippo_live_", "shippo_test_"], .hexadecimal, 40...40, "a token of Shippo")
    + patterns(["duffel_live_", "duffel_test_"], .base64, 40...64, "a token of Duffel")

  /// The patterns of other services.
  private static let services =
    patterns(["sk.eyJ"], .token, 40...long, "a secret token of Mapbox")
    + patterns(["secret_live_", "secret_test_"], .alphanumeric, 16...64, "a secret of Branch")
    + patterns(["rdme_"], .alphanumeric, 70...70, "an API key of ReadMe")

  /// The patterns of machine learning services.
  private static let machineLearning =
    patterns(["sk-ant-"], .base64, 20...long, "an API key of Anthropic")
    + patterns(["sk-"], .base64, 20...long, "an API key of OpenAI")
    + patterns(["hf_"], .alphanumeric, 30...64, "a token of Hugging Face")
    + patterns(["r8_"], .alphanumeric, 37...40, "a token of Replicate")
    + patterns(["gsk_"], .alphanumeric, 48...64, "an API key of Groq")
    + patterns(["xai-"], .alphanumeric, 60...120, "an API key of xAI")
    + patterns(["pplx-"], .alphanumeric, 40...64, "an API key of Perplexity")

  /// The patterns of webhooks, whose URL is a secret.
  private static let webhooks =
    patterns(
      ["hooks.slack.com/services/", "hooks.slack.com/workflows/"], .path, 20...long,
      "a webhook of Slack")
    + patterns(
      ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"], .path, 40...long,
      "a webhook of Discord")
}
